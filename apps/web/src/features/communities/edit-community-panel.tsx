import { messages, type CommunityConfig } from '@vitrine/contract/communities';
import { useState } from 'react';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { UndoButtons } from '../../kit/forms/undo-buttons.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import {
  useCommunity,
  useCommunityConfig,
  useCommunitySettings,
  useSaveConfig,
  useSetActive,
} from './communities.queries.ts';
import { configOf, useConfigDraft, type ConfigForm } from './config-draft.ts';
import { ConfigFields } from './config-form.tsx';
import { EditLegacyCommunity } from './legacy-form.tsx';
import { OfCommunity } from './of-community.tsx';
import { useTriedCommunity } from './tried-community.ts';

/** 'Editar comunidade', by the form that the school edits with. */
export default function EditCommunityPanel() {
  const { t } = useTranslation();
  return (
    <OfCommunity title={t('Editar comunidade')}>
      {(id) => <EditForm key={id} id={id} />}
    </OfCommunity>
  );
}

function EditForm({ id }: { id: number }) {
  const { t } = useTranslation();
  const settings = useCommunitySettings();
  const config = useCommunityConfig(id);
  const failed = [settings, config].find(({ isLoadingError }) => isLoadingError);
  if (settings.data?.data.legacy_form) return <EditLegacyCommunity id={id} />;
  if (config.data && settings.data) return <EditCommunity config={config.data.data} />;
  return (
    <DrawerPanel title={t('Editar comunidade')}>
      {failed ? (
        <QueryError query={failed} title={t('A comunidade não carregou')} />
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </DrawerPanel>
  );
}

function EditCommunity({ config }: { config: CommunityConfig }) {
  const { t } = useTranslation();
  const { id } = config;
  const save = useSaveConfig();
  const setActive = useSetActive();
  const channels = useCommunity(id).data?.data.channels;
  const [uploadProgress, setUploadProgress] = useState<number | null>(null);
  const draft = useConfigDraft({
    name: `community.${id}`,
    saved: configOf(config),
    failure: messages.saveFailed,
    save: (values, { version = config.version }) =>
      save.mutateAsync({ params: { communityId: id }, body: { ...values, version } }),
  });
  useTriedCommunity(id, draft, triedOf);
  return (
    <DrawerPanel
      title={t('Editar comunidade')}
      actions={<UndoButtons draft={draft} />}
      footer={<DraftBar draft={draft} uploadProgress={uploadProgress} />}
    >
      <div className="mb-4">
        <SwitchSetting
          label={config.isActive ? t('Ativa') : t('Ativar comunidade')}
          hint={t('Inativa, só a equipe a vê.')}
          value={Boolean(config.isActive)}
          save={(on) => setActive.mutateAsync({ params: { communityId: id, status: on } })}
          failure={config.isActive ? messages.setInactiveFailed : messages.setActiveFailed}
        />
      </div>
      <ConfigFields draft={draft} onUploadProgress={setUploadProgress} channels={channels} />
    </DrawerPanel>
  );
}

const triedOf = ({ title, description, background_color, cover_path }: ConfigForm) => ({
  title,
  description,
  cover_color: background_color,
  cover_path,
});
