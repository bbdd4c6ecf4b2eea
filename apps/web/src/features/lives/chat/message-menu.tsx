import { Trash2, VolumeX } from 'lucide-react';
import { Menu } from '../../../ui/menu.tsx';
import { useTranslation } from '../../../ui/translation.ts';

interface MessageMenuProps {
  label: string;
  /** Undefined where the viewer may not remove the message. */
  onRemove: (() => void) | undefined;
  onSilence: (() => void) | undefined;
}

/** The actions on a message of a live. */
export default function MessageMenu({ label, onRemove, onSilence }: MessageMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={label}
      isPressed
      items={[
        onRemove && {
          id: 'remove',
          label: t('Remover mensagem'),
          icon: <Trash2 />,
          onSelect: onRemove,
        },
        onSilence && {
          id: 'silence',
          label: t('Silenciar nesta conversa'),
          icon: <VolumeX />,
          onSelect: onSilence,
        },
      ]}
    />
  );
}
