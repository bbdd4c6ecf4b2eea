import { Component, type PropsWithChildren } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../ui/translation.ts';
import { NotFound } from '../kit/page/not-found.tsx';
import { ErrorState } from '../ui/states.tsx';

/** For an unknown URL, or one without access. Both look the same, so that nothing leaks. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <NotFound title={t('Esta página não existe')} />;
}

/** Shows an error of its pages until the viewer goes to another one. */
export function RouteErrorBoundary({ children }: PropsWithChildren) {
  const { pathname } = useLocation();
  return <ErrorBoundary pathname={pathname}>{children}</ErrorBoundary>;
}

type BoundaryProps = PropsWithChildren<{ pathname: string }>;

interface BoundaryState {
  error?: unknown;
  /** The path that the error belongs to. */
  failedAt?: string | undefined;
}

/** React has no hook for this. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ error });

  static getDerivedStateFromProps({ pathname }: BoundaryProps, { error, failedAt }: BoundaryState) {
    if (error === undefined || failedAt === pathname) return null;
    return failedAt === undefined
      ? { failedAt: pathname }
      : { error: undefined, failedAt: undefined };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <RouteError error={error} />;
  }
}

/** Shown when a page throws, or when a deploy has removed the chunk that it needs. */
function RouteError({ error }: { error: unknown }) {
  const { t } = useTranslation();
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
