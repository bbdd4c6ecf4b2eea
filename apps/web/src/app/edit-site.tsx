import { pages } from '@vitrine/contract/pages';
import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { useEditPlace } from '../kit/preview/edit-place.ts';
import { isPreview } from '../platform/preview.ts';
import { buttonClass } from '../ui/button.tsx';
import { useTranslation } from '../ui/translation.ts';

/** The button "Editar site" on every page. Hidden while the drawer is open. */
export default function EditSite() {
  const { t } = useTranslation();
  const editing = useEditPlace().open;
  if (editing || isPreview()) return null;
  return (
    <Link
      to={`${pages.homepage.path}?editar`}
      aria-label={t('Editar site')}
      className={buttonClass('secondary', 'sm')}
    >
      <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="hidden xl:inline">{t('Editar site')}</span>
    </Link>
  );
}
