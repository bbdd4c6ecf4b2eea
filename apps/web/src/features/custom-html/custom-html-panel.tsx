import { messages, type CustomHtml } from '@vitrine/contract/custom-html';
import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { useItemInPlace } from '../../kit/preview/item-in-place.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { safeMode } from '../../platform/safe-mode.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';
import { DrawerPanel, ListSkeleton } from '../../ui/drawer-panel.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { useListSearch } from '../../ui/list-search.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemoveSnippet, useSnippets } from './custom-html.queries.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';
import { SnippetRow } from './snippet-row.tsx';

/** HTML personalizado (C section 2): code of the school's own, isolated, on the kinds of page it names. */
export default function CustomHtmlPanel() {
  const { t } = useTranslation();
  const place = useEditPlace();
  const snippets = useSnippets();
  const [previewed, setPreviewed] = useState<CustomHtml | null>(null);
  const [removing, setRemoving] = useState<CustomHtml | null>(null);
  const opened = place.path[1];
  const allSnippets = snippets.data ?? [];
  const { found, shown, more, search, field } = useListSearch(
    allSnippets,
    ({ title }) => title,
    t('Buscar por título'),
  );
  const edited = useItemInPlace(allSnippets, opened);
  const focus = useFocusAfterRemoval(allSnippets.length);
  const newSnippet = (
    <AddButton ref={focus.next} onClick={() => place.enter('novo')}>
      {t('Novo HTML personalizado')}
    </AddButton>
  );

  return (
    <DrawerPanel
      title={t('HTML personalizado')}
      description={t('Medição, chat, avisos: seu código, isolado, nas páginas que você escolher.')}
    >
      {snippets.isPending && <ListSkeleton />}
      {snippets.isLoadingError && <QueryError query={snippets} title={t('A lista não carregou')} />}
      {snippets.data && allSnippets.length === 0 && (
        <EmptyState
          icon={<CodeXml />}
          title={t(
            'Parece que você ainda não possui nenhum HTML personalizado criado, crie um agora mesmo.',
          )}
          action={newSnippet}
        />
      )}
      {allSnippets.length > 0 && (
        <>
          <div className="mb-4 grid gap-3">
            {safeMode && (
              <InlineWarning>
                {t(
                  'Você abriu a página com ?safe=1: nenhum trecho aparece para você até recarregar sem isso. Os alunos os recebem.',
                )}
              </InlineWarning>
            )}
            {newSnippet}
            {field}
          </div>
          <ul
            aria-label={t('HTML personalizado')}
            className="overflow-clip rounded-card border border-line empty:hidden"
          >
            {shown.map((snippet) => (
              <SnippetRow
                key={snippet.id}
                snippet={snippet}
                onEdit={() => place.enter(String(snippet.id))}
                onPreview={() => setPreviewed(snippet)}
                onRemove={() => setRemoving(snippet)}
              />
            ))}
          </ul>
          {more}
          {found.length === 0 && (
            <EmptyState title={t('Nada com “{{search}}” no título', { search })} />
          )}
        </>
      )}
      {(edited || opened === 'novo') && (
        <SnippetDialog key={opened} snippet={edited ?? null} onClose={place.up} />
      )}
      {previewed && (
        <PreviewDialog
          title={previewed.title}
          code={previewed.html}
          page={previewed.page}
          onClose={() => setPreviewed(null)}
        />
      )}
      <RemoveSnippet
        snippet={removing}
        onClose={() => setRemoving(null)}
        finalFocus={focus.afterDialog}
      />
    </DrawerPanel>
  );
}

interface RemoveSnippetProps {
  snippet: CustomHtml | null;
  onClose: () => void;
  finalFocus: DialogProps['finalFocus'];
}

function RemoveSnippet({ snippet, onClose, finalFocus }: RemoveSnippetProps) {
  const { t } = useTranslation();
  const remove = useRemoveSnippet();
  return (
    <ConfirmDialog
      open={snippet !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Excluir {{name}}', { name: snippet?.title ?? '' })}
      text={t('Deseja mesmo excluir esse html personalizado?')}
      confirmLabel={t('Excluir')}
      danger
      onConfirm={() => snippet && remove.mutateAsync({ params: { id: snippet.id } })}
      failure={t(messages.removeFailed)}
    />
  );
}
