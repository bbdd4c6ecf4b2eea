import {
  contentFlags,
  type ContentFlag,
  type LegacyCommunity,
  messages,
} from '@vitrine/contract/communities';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSaveFlag } from './communities.queries.ts';
import type { LegacyForm } from './legacy-draft.ts';

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

interface NewFlagsProps {
  values: LegacyForm;
  onChange: (flag: ContentFlag, on: boolean) => void;
}

/** The switches of a new community. They are sent with its form (A section 2). */
export function NewFlags({ values, onChange }: NewFlagsProps) {
  const { t } = useTranslation();
  return contentFlags.map((flag) => (
    <SwitchField
      key={flag}
      label={t(flagNames[flag])}
      checked={Boolean(values[flag])}
      onCheckedChange={(on) => onChange(flag, on)}
    />
  ));
}

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
