import { createPortal } from 'react-dom';
import { PageFrame } from '../../kit/page/page-frame.tsx';
import { phoneFrameClass, PHONE_WIDTH_PX } from '../../kit/preview/phone-frame.ts';
import { previewDevice, useFittingDevice } from '../../kit/preview/preview.ts';
import { useSite } from '../../platform/site-context.ts';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { besideDrawer, useMediaQuery } from '../../ui/media-query.ts';
import { useTranslation } from '../../ui/translation.ts';
import { SignInPage, signInCss } from './sign-in-page.tsx';

/**
 * Previews the sign-in page behind the drawer while its section is open. On phones, where the
 * drawer covers the page, it is a strip above the form.
 */
export function LoginPreview() {
  const { t } = useTranslation();
  const site = useSite();
  const device = previewDevice.use();
  const wide = useMediaQuery(besideDrawer);
  useFittingDevice();
  const frame = { title: t('Prévia da página de login'), css: signInCss };
  const page = <SignInPage site={site} />;

  if (!wide)
    return (
      <div className="mb-6 flex h-49 gap-3">
        <PageFrame {...frame} width={1024} className="min-w-0 flex-1 rounded-card">
          {page}
        </PageFrame>
        <PageFrame {...frame} width={PHONE_WIDTH_PX} className="w-22.5 rounded-card">
          {page}
        </PageFrame>
      </div>
    );
  return createPortal(
    <div className="fixed inset-0 z-header bg-ground">
      {device === 'desktop' ? (
        <PageFrame {...frame} key="desktop" width={1024} grows className="h-full drawer:mr-116">
          {page}
        </PageFrame>
      ) : (
        <EditChrome className="grid h-full place-items-center bg-ground pb-20 drawer:pr-116">
          <PageFrame {...frame} key="phone" width={PHONE_WIDTH_PX} className={phoneFrameClass}>
            {page}
          </PageFrame>
        </EditChrome>
      )}
    </div>,
    document.body,
  );
}
