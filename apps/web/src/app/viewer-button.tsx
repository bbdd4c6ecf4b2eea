import { Menu as MenuIcon } from 'lucide-react';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useTranslation } from '../ui/translation.ts';

interface ViewerButtonProps {
  viewer: { name: string; photo_url: string | null };
  onMenu: () => void;
  /** Replaces the menu at the photo: where it leads, and its name. */
  photo?: { label: string; onClick: () => void };
}

/** The viewer's photo, which opens the side menu. Phones have a menu button instead. */
export function ViewerButton({ viewer, onMenu, photo }: ViewerButtonProps) {
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        onClick={photo?.onClick ?? onMenu}
        aria-label={photo?.label ?? t('Abrir menu de {{name}}', { name: viewer.name })}
        className="touch-target hidden rounded-full md:block"
      >
        <Avatar name={viewer.name} src={viewer.photo_url} size={36} />
      </button>
      <IconButton label={t('Abrir menu')} onClick={onMenu} className="text-text! md:hidden">
        <MenuIcon size={22} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </>
  );
}
