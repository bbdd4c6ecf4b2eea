import { pages } from '@vitrine/contract/pages';
import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** A missing page, or one without access. Both look the same, so that nothing leaks. */
export function NotFound({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <div className="page pt-32">
      <EmptyState
        heading
        icon={<Compass />}
        title={title}
        text={t('O endereço pode ter mudado, ou o conteúdo não está mais aqui.')}
        action={
          <Link to={pages.homepage.path} className={buttonClass('secondary')}>
            {t('Ir para o início')}
          </Link>
        }
      />
    </div>
  );
}
