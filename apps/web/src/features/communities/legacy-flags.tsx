import { type ContentFlag, type LegacyCommunity, messages } from '@vitrine/contract/communities';
import { useTranslation } from '../../ui/translation.ts';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { useSaveFlag } from './communities.queries.ts';

const flagNames: Record<ContentFlag, string> = {
  publications: 'Publicações',
  comments: 'Comentários',
  likes: 'Curtidas',
  text: 'Textos',
  files: 'Arquivos',
  videos: 'Vídeos',
  images: 'Imagens',
  carousels: 'Carrosséis de imagens',
};

/** The switch of a kind of content. It saves at once. */
export function FlagSwitch({ flag, community }: { flag: ContentFlag; community: LegacyCommunity }) {
  const { t } = useTranslation();
  const save = useSaveFlag(flag);
  return (
    <SwitchSetting
      label={t(flagNames[flag])}
      value={Boolean(community[flag])}
      save={(on) => save.mutateAsync({ body: { id: community.id, [flag]: on } })}
      failure={messages.actionFailed}
    />
  );
}
