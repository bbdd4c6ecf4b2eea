import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLateComponent, type LateSource } from './late-component.ts';
import { LoadingLine } from './loading-line.tsx';
import { ErrorState } from './states.tsx';
import { toast } from './toast.ts';
import { useTranslation } from './translation.ts';

interface LatePartProps<Props> {
  /** Loads the component. */
  load: LateSource<Props>;
  /**
   * Takes back the press that opened the part, because its code does not load. A toast says so.
   * Until the code is there, a line at the top of the window shows that the press counts. Without
   * `onFail`, the part's place shows the error with a retry.
   */
  onFail?: () => void;
  /** Shows the error in the part's place in another way. */
  renderError?: (error: unknown, retry: () => void) => ReactNode;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Renders the loaded component. */
  children: (Loaded: ComponentType<Props>) => ReactNode;
}

/**
 * A part of the page whose code loads with it, because a press opens it. Code that does not load
 * leaves the page as it is. With `lazy`, an error would replace the page, and a retry would fail.
 *
 * ```tsx
 * {open && (
 *   <LatePart load={() => import('./crop-dialog.tsx')} onFail={close}>
 *     {(CropDialog) => <CropDialog image={image} onCancel={close} />}
 *   </LatePart>
 * )}
 * ```
 */
export function LatePart<Props>(props: LatePartProps<Props>) {
  const { load, onFail, renderError, fallback, children } = props;
  const { t } = useTranslation();
  const part = useLateComponent(load);
  const [error, setError] = useState<unknown>(null);
  const [isRetrying, setIsRetrying] = useState(false);
  const isShown = useRef(false);
  const hint = t('Confira sua internet, ou carregue a página de novo.');

  async function open() {
    try {
      await part.load();
    } catch (reason) {
      if (!isShown.current) return;
      if (!onFail) return setError(reason);
      toast.error(t('Esta parte não carregou'), { description: hint });
      onFail();
    } finally {
      setIsRetrying(false);
    }
  }
  function retry() {
    setIsRetrying(true);
    void open();
  }
  const openFirst = useEffectEvent(open);
  useEffect(() => {
    isShown.current = true;
    void openFirst();
    return () => {
      isShown.current = false;
    };
  }, []);

  if (part.Loaded) return children(part.Loaded);
  if (error === null) return fallback ?? (onFail && <LoadingLine />);
  if (renderError) return renderError(error, retry);
  return (
    <ErrorState
      title={t('Esta parte não carregou')}
      text={hint}
      busy={isRetrying}
      onRetry={retry}
    />
  );
}
