import { createPortal } from 'react-dom';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { SiteFrame } from './site-frame.tsx';

/** Shows the page on a phone behind the drawer. */
export function PhonePreview() {
  const { t } = useTranslation();
  return createPortal(
    <EditChrome className="fixed inset-0 z-header grid place-items-center bg-ground pb-20 drawer:pr-116">
      <SiteFrame title={t('O site no celular')} student={null} phone />
    </EditChrome>,
    document.body,
  );
}
