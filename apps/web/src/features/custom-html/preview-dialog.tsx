import { scopesOf } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { isLight } from '@vitrine/contract/theme';
import { useEffect, useEffectEvent, useState } from 'react';
import { andList } from '../../platform/list-words.ts';
import { useSite } from '../../platform/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { usePreview } from './custom-html.queries.ts';
import { usePageFacts } from './page-facts.ts';
import { scopeLabels } from './page-kinds.ts';
import { SnippetFrame } from './snippet-frame.tsx';

interface PreviewDialogProps {
  title: string;
  code: string;
  page: PageKind | '';
  onClose: () => void;
}

/**
 * Runs the edited snippet in the same kind of frame that students get. It starts on click and ends
 * with the dialog.
 */
export function PreviewDialog({ title, code, page, onClose }: PreviewDialogProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const start = () => preview.mutate({ body: { customHtml: code } });
  const startOnce = useEffectEvent(start);
  useEffect(() => startOnce(), []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Pré-visualização')}
      description={t('O mesmo quadro isolado que os alunos recebem.')}
      width={880}
      besideDrawer
    >
      {preview.isPending && <Skeleton shape="row" count={3} />}
      {preview.isError && (
        <ErrorState title={t('A prévia não abriu')} text={preview.error.message} onRetry={start} />
      )}
      {preview.data && (
        <Stage title={title} page={page || 'homepage'} src={preview.data.data.frame_url} />
      )}
    </Dialog>
  );
}

interface StageProps {
  title: string;
  page: PageKind;
  src: string;
}

/**
 * The preview's stage, with the school's background. A floating frame takes a corner of the stage.
 */
function Stage({ title, page, src }: StageProps) {
  const { t, i18n } = useTranslation();
  const { settings } = useSite();
  const facts = usePageFacts({ page, scope: {} });
  const list = andList(
    scopesOf[page].map((scope) => t(scopeLabels[scope].label).toLocaleLowerCase(i18n.language)),
    i18n.language,
  );
  const [state, setState] = useState<'starting' | 'silent' | 'seen'>('starting');
  return (
    <>
      <div
        role="group"
        aria-label={t('Prévia de {{name}}', { name: title })}
        className="quiet-scroll relative max-h-[60dvh] min-h-[min(24rem,52dvh)] transform-gpu overflow-y-auto rounded-card border border-line px-4 pb-8"
        style={{
          background: settings.background_color_primary,
          colorScheme: isLight(settings) ? 'light' : 'dark',
        }}
      >
        <SnippetFrame
          title={t('Prévia de {{name}}', { name: title })}
          src={src}
          facts={facts}
          onAwake={() => setState((now) => (now === 'seen' ? now : 'silent'))}
          onBox={({ height }) => setState(height > 0 ? 'seen' : 'silent')}
        />
      </div>
      <output className="mt-3 block min-h-5 text-13 text-text-2">
        {state === 'silent' && t('Este código roda sem mostrar nada na página.')}
        {state === 'seen' &&
          scopesOf[page].length > 0 &&
          t('Na página, ele recebe também: {{things}}.', { things: list })}
      </output>
    </>
  );
}
