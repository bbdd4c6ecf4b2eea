import { messages } from '@vitrine/contract/communities';
import { useState } from 'react';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawerFooter, DrawerPanel } from '../../ui/drawer-panel.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAddCommunity, useCommunitySettings, useSaveConfig } from './communities.queries.ts';
import { newConfig, useConfigDraft } from './config-draft.ts';
import { ConfigFields } from './config-form.tsx';
import { NewLegacyCommunity } from './legacy-form.tsx';
import { useCloseAfterSave } from './use-close-after-save.ts';

/** 'Nova comunidade', by the form that the school edits with (contract, decision 1). */
export default function NewCommunityPanel() {
  const { t } = useTranslation();
  const settings = useCommunitySettings();
  if (!settings.data)
    return (
      <DrawerPanel title={t('Nova comunidade')}>
        {settings.isError ? (
          <QueryError query={settings} title={t('As configurações não carregaram')} />
        ) : (
          <Skeleton shape="row" count={4} />
        )}
      </DrawerPanel>
    );
  return settings.data.data.legacy_form ? <NewLegacyCommunity /> : <NewCommunity />;
}

function NewCommunity() {
  const { t } = useTranslation();
  const add = useAddCommunity();
  const save = useSaveConfig();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    save.mutateAsync({ params: { communityId: data.id }, body }),
  );
  const { closing, close } = useCloseAfterSave();
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  // The name is the school's own from here on: another language leaves it.
  const [saved] = useState(() => ({ ...newConfig, title: t(newConfig.title) }));
  const draft = useConfigDraft({
    name: 'community.new',
    saved,
    failure: messages.createFailed,
    async save(values) {
      const answer = await addOnce({ body: values });
      close();
      return answer;
    },
  });
  const { bar } = draft;
  return (
    <DrawerPanel
      title={t('Nova comunidade')}
      // The prefilled form can be sent as it stands: its failure shows without a change.
      footer={
        draft.dirty || bar.error ? (
          <DraftBar
            draft={{ ...draft, bar: { ...bar, dirty: true } }}
            uploadProgress={uploadProgress}
          />
        ) : (
          <DrawerFooter>
            <span>{t('Você pode mudar tudo depois.')}</span>
            <Button
              variant="primary"
              busy={draft.saving || closing}
              onClick={() => void draft.submit()}
            >
              {t('Criar')}
            </Button>
          </DrawerFooter>
        )
      }
    >
      <ConfigFields draft={draft} onUploadProgress={setUploadProgress} />
    </DrawerPanel>
  );
}
