import { pages } from '@vitrine/contract/pages';
import { Link } from 'react-router';
import { newFormHref } from '../../../../kit/links/new-form-href.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';

interface NothingToPickProps {
  title: string;
  search: string;
}

/** Empty state: the search found nothing, or the school has no content yet. */
export function NothingToPick({ title, search }: NothingToPickProps) {
  const { t } = useTranslation();
  if (search) return <EmptyState title={title} />;
  return (
    <EmptyState
      title={title}
      text={t('Um carrossel mostra o que a escola já tem. Comece por um curso.')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={pages.manageImports.path} className={buttonClass()}>
            {t('Importar curso')}
          </Link>
          <Link to={newFormHref(pages.manageCourses.path)} className={buttonClass('primary')}>
            {t('Criar curso')}
          </Link>
        </div>
      }
    />
  );
}
