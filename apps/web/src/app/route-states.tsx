import { pages } from '@vitrine/contract/pages';
import { Compass } from 'lucide-react';
import { useTranslation } from '../ui/translation.ts';
import { Link, useRouteError } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

/** For an address that leads nowhere, or nowhere this reader may go: the two look alike. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="page pt-32">
      <EmptyState
        icon={<Compass />}
        title={t('Esta página não existe')}
        text={t('O endereço pode ter mudado, ou o conteúdo não está mais aqui.')}
        action={
          <Link to={pages.homepage.path} className={buttonClass('primary')}>
            {t('Ir para o início')}
          </Link>
        }
      />
    </div>
  );
}

/** When a page breaks, or its code cannot be loaded any more because a newer version is out. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const text =
    error instanceof Error && /dynamically imported|module script|preload/i.test(error.message);
  return (
    <div className="page pt-32">
      <ErrorState
        title={text ? t('Há uma versão nova do site') : t('Esta página não carregou')}
        text={t('Nada foi perdido. Carregue de novo para continuar.')}
        onRetry={() => location.reload()}
      />
    </div>
  );
}
