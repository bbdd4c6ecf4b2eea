import {
  CustomHtmlInput,
  limits,
  messages,
  type CustomHtml,
  type SnippetScope,
} from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { Button } from '../../ui/button.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { SkeletonBlock } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useAddSnippet, useChangeSnippet } from './custom-html.queries.ts';
import { PresetField } from './preset-field.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { everywhere, ScopeFields } from './scope-fields.tsx';

interface SnippetDialogProps {
  /** The snippet to change. Null adds a new one. */
  snippet: CustomHtml | null;
  onClose: () => void;
}

interface SnippetForm extends SnippetScope {
  title: string;
  page: PageKind | '';
  customHtml: string;
}

/** Adds or changes a snippet. The code runs in the preview only, on click. */
export function SnippetDialog({ snippet, onClose }: SnippetDialogProps) {
  const { t } = useTranslation();
  const add = useAddSnippet();
  const change = useChangeSnippet();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const [previewed, setPreviewed] = useState<string | null>(null);
  const draft = useDraft<SnippetForm>({
    name: `custom-html.${snippet?.id ?? 'new'}`,
    saved: asForm(snippet),
    schema: CustomHtmlInput,
    failure: snippet ? messages.updateFailed : messages.createFailed,
    asSaved: asForm,
    save(values, { version = snippet?.version }) {
      const body = { ...values, page: values.page as PageKind, version };
      return snippet ? change.mutateAsync({ params: { id: snippet.id }, body }) : addOnce({ body });
    },
  });
  const { set, values } = draft;
  const { title, page, customHtml, ...scope } = values;

  return (
    <FormDialog
      open
      onClose={onClose}
      title={snippet ? t('Editar HTML personalizado') : t('Novo HTML personalizado')}
      width={760}
      height={780}
      besideDrawer
      draft={draft}
    >
      <DraftField draft={draft} name="title">
        {(field) => <CounterField label={t('Título')} required max={limits.title} {...field} />}
      </DraftField>
      <ScopeFields
        page={page}
        scope={scope}
        onChange={(next, narrowed) => {
          draft.set('page', next);
          for (const [name, id] of Object.entries(narrowed)) set(name as keyof SnippetScope, id);
        }}
        error={draft.errorOf('page')}
      />
      <PresetField
        onUse={(name, code) => {
          set('customHtml', code);
          if (!title.trim()) set('title', name);
          if (customHtml.trim() && customHtml !== code)
            toast.undo(t('Código substituído'), () => set('customHtml', customHtml));
        }}
      />
      <LatePart
        load={() => import('../../ui/code-editor.tsx')}
        fallback={<SkeletonBlock className="h-58 rounded-control" />}
      >
        {(CodeEditor) => (
          <CodeEditor
            label={t('Código')}
            required
            value={customHtml}
            onChange={(code) => draft.set('customHtml', code)}
            error={draft.errorOf('customHtml')}
            hint={t('Roda isolado: não lê a sessão, os dados nem a página de quem visita.')}
            aside={
              <Button
                size="sm"
                variant="ghost"
                icon={<Play size={16} strokeWidth={2} aria-hidden="true" />}
                disabled={!customHtml.trim()}
                onClick={() => setPreviewed(customHtml)}
              >
                {t('Pré-visualizar')}
              </Button>
            }
          />
        )}
      </LatePart>
      {previewed !== null && (
        <PreviewDialog
          title={title || t('Novo HTML personalizado')}
          code={previewed}
          page={page}
          onClose={() => setPreviewed(null)}
        />
      )}
    </FormDialog>
  );
}

const asForm = (snippet: CustomHtml | null): SnippetForm =>
  snippet
    ? {
        title: snippet.title,
        page: snippet.page,
        customHtml: snippet.html,
        community_id: snippet.community_id,
        course_id: snippet.course_id,
        module_id: snippet.module_id,
        lesson_id: snippet.lesson_id,
      }
    : { title: '', page: '', customHtml: '', ...everywhere };
