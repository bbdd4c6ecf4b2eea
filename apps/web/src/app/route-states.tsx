import { useTranslation } from '../ui/translation.ts';
import { useRouteError } from 'react-router';
import { NotFound } from '../kit/page/not-found.tsx';
import { ErrorState } from '../ui/states.tsx';

/** For an address that leads nowhere, or nowhere this reader may go: the two look alike. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <NotFound title={t('Esta página não existe')} />;
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
