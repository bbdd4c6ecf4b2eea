import { footerColumns, messages } from '@vitrine/contract/footer';
import type { Footer } from '@vitrine/contract/site';
import * as z from 'zod/mini';
import { DraftField } from '../../kit/forms/draft-field.tsx';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSettingsVersion } from '../platform-settings/platform-settings.queries.ts';
import { useSaveFooter, useTerms } from './footer.queries.ts';

const loadRichText = async () => ({ default: (await import('../../ui/rich-text.tsx')).RichText });

type TermsColumn = 'use_terms' | 'privacy_terms';

interface TermsDialogProps {
  column: TermsColumn;
  title: string;
  onClose: () => void;
}

/** Edits one of the two texts. It is fetched first, because pages do not carry it. */
export function TermsDialog(props: TermsDialogProps) {
  const { t } = useTranslation();
  const terms = useTerms();
  if (terms.data) return <TermsForm {...props} footer={terms.data.data} />;
  return (
    <Dialog open onClose={props.onClose} title={props.title} width={720} besideDrawer>
      {terms.isError ? (
        <QueryError query={terms} title={t('O texto não carregou')} />
      ) : (
        <Skeleton shape="text" count={6} />
      )}
    </Dialog>
  );
}

function TermsForm({ column, title, onClose, footer }: TermsDialogProps & { footer: Footer }) {
  const { t } = useTranslation();
  const settingsVersion = useSettingsVersion();
  const saving = useSaveFooter();
  const textOf = (saved: Footer) => ({ text: saved[column] });
  const draft = useDraft<{ text: string }>({
    name: `footer.${column}`,
    saved: textOf(footer),
    schema: z.object({ text: footerColumns[column] }),
    asSaved: textOf,
    failure: messages.failed,
    save: ({ text }, { version = settingsVersion() }) =>
      saving.mutateAsync({ body: { [column]: text, version } }),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description={t(
        'Todos podem ler, também quem ainda não entrou. Em branco, o link some do rodapé.',
      )}
      width={720}
      besideDrawer
      draft={draft}
    >
      <LatePart load={loadRichText} fallback={<Skeleton shape="text" count={6} />}>
        {(RichText) => (
          <DraftField draft={draft} name="text">
            {({ value, onChange, onBlur, error }) => (
              <RichText
                label={title}
                hideLabel
                takesFocus
                minHeight={280}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={error}
              />
            )}
          </DraftField>
        )}
      </LatePart>
    </FormDialog>
  );
}
