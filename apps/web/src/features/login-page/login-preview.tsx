import { Monitor, Smartphone } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../ui/translation.ts';
import { PageFrame } from '../../kit/page-frame.tsx';
import { useMediaQuery } from '../../kit/media-query.ts';
import { useSite } from '../../platform/boot.ts';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SignInPage, signInCss } from './sign-in-page.tsx';

export type Device = 'desktop' | 'phone';

interface LoginPreviewProps {
  device: Device;
  onDevice: (device: Device) => void;
}

/**
 * The sign-in page in the place of the page behind the drawer, as long as its section is open; on a
 * phone, where the drawer is the screen, as a strip above the form.
 */
export function LoginPreview({ device, onDevice }: LoginPreviewProps) {
  const { t } = useTranslation();
  const site = useSite();
  const wide = useMediaQuery('(min-width: 768px)');
  const title = t('Prévia da página de login');
  const page = <SignInPage site={site} />;

  if (!wide)
    return (
      <div className="mb-6 flex h-49 gap-3">
        <PageFrame
          title={title}
          css={signInCss}
          width={1024}
          className="min-w-0 flex-1 rounded-card"
        >
          {page}
        </PageFrame>
        <PageFrame title={title} css={signInCss} width={390} className="w-22.5 rounded-card">
          {page}
        </PageFrame>
      </div>
    );
  return createPortal(
    <>
      <div className="fixed inset-0 z-header bg-ground">
        {device === 'desktop' ? (
          <PageFrame
            key="desktop"
            title={title}
            css={signInCss}
            width={1024}
            grows
            className="h-full drawer:mr-116"
          >
            {page}
          </PageFrame>
        ) : (
          <EditChrome className="grid h-full place-items-center bg-ground pb-20 drawer:mr-116">
            <PageFrame
              key="phone"
              title={title}
              css={signInCss}
              width={390}
              className="aspect-[390/844] w-[min(390px,100%-32px,(100dvh-128px)*390/844)] rounded-glass shadow-dialog ring-1 ring-line-2"
            >
              {page}
            </PageFrame>
          </EditChrome>
        )}
      </div>
      <EditChrome className="pointer-events-none fixed inset-x-0 bottom-4 z-toolbar flex justify-center drawer:pr-116">
        <div className="pointer-events-auto rounded-card bg-surface-1 p-1.5 shadow-raised ring-1 ring-line-2 ring-inset">
          <Segmented
            label={t('Tamanho da prévia')}
            hideLabel
            value={device}
            onValueChange={onDevice}
            options={[
              {
                value: 'desktop',
                label: t('Desktop'),
                icon: <Monitor size={16} strokeWidth={2} aria-hidden="true" />,
              },
              {
                value: 'phone',
                label: t('Celular'),
                icon: <Smartphone size={16} strokeWidth={2} aria-hidden="true" />,
              },
            ]}
          />
        </div>
      </EditChrome>
    </>,
    document.body,
  );
}
