import { useTranslation } from '../ui/translation.ts';
import { useRouteError } from 'react-router';
import { NotFound } from '../kit/page/not-found.tsx';
import { ErrorState } from '../ui/states.tsx';

/** For an unknown URL, or one without access. Both look the same, so that nothing leaks. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <NotFound title={t('Esta página não existe')} />;
}

/** Shown when a page throws, or when a deploy has removed the chunk that it needs. */
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
