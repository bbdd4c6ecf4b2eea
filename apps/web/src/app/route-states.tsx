import {
  Component,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router';
import { NotFound } from '../kit/page/not-found.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useTranslation } from '../ui/translation.ts';

/** For an unknown URL, or one without access. Both look the same, so that nothing leaks. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <NotFound title={t('Esta página não existe')} />;
}

/**
 * For a visitor of an open showcase at a page of members. The server answers the address with the
 * sign-in form, which leads back to it.
 */
export function SignInFirst() {
  useEffect(() => location.reload(), []);
  return null;
}

/** Shows an error of its pages until the viewer goes to another one. */
export function RouteErrorBoundary({ children }: PropsWithChildren) {
  const { pathname } = useLocation();
  const { t } = useTranslation();
  return (
    <ErrorBoundary
      pathname={pathname}
      fallback={(error) => (
        <div className="page pt-32">
          <LoadError
            error={error}
            title={t('Esta página não carregou')}
            offlineText={t('Você está sem conexão. A página abre assim que ela voltar.')}
          />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

type BoundaryProps = PropsWithChildren<{
  pathname: string;
  /** The fallback in place of the children. */
  fallback: (error: unknown) => ReactNode;
}>;

interface BoundaryState {
  error?: unknown;
  /** The path that the error belongs to. */
  failedAt?: string | undefined;
}

/** Shows an error of its children until the viewer goes to another path. React has no hook for this. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
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
    return error === undefined ? this.props.children : this.props.fallback(error);
  }
}

interface LoadErrorProps {
  error: unknown;
  title: string;
  offlineText: string;
  /** Loads only the part, and passes a new error if that fails. Without it, the page loads again. */
  onRetry?: () => void;
}

/**
 * Shown when a page or a panel throws, or when its chunk is missing. A deploy has removed it, or
 * the viewer has no connection. It tries again once the connection is back.
 */
export function LoadError({ error, title, offlineText, onRetry = reload }: LoadErrorProps) {
  const { t } = useTranslation();
  const isChunkMissing =
    error instanceof Error && /dynamically imported|module script|preload/i.test(error.message);
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  const [isReachable, setReachable] = useState(false);
  const hasRetried = useRef(onRetry === reload);
  const onReachable = useEffectEvent(() => {
    if (hasRetried.current) return setReachable(true);
    // The connection was gone for a moment.
    hasRetried.current = true;
    onRetry();
  });
  useEffect(() => {
    if (!isChunkMissing || isOffline) return;
    // On a line without an end, such as a Wi-Fi without internet, browsers call themselves online.
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      () => onReachable(),
      () => setOffline(true),
    );
  }, [error, isChunkMissing, isOffline]);
  const onOnline = useEffectEvent(() => {
    setOffline(false);
    onRetry();
  });
  useEffect(() => {
    if (!isOffline) return;
    const retry = () => onOnline();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isOffline]);
  return (
    <ErrorState
      title={isReachable ? t('Há uma versão nova do site') : title}
      text={isOffline ? offlineText : t('Nada foi perdido. Carregue de novo para continuar.')}
      onRetry={isReachable ? reload : onRetry}
    />
  );
}

const reload = () => location.reload();
