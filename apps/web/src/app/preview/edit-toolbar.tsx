import { Eye } from 'lucide-react';
import { createPortal } from 'react-dom';
import { previewStudent } from '../../kit/preview/preview.ts';
import { Button } from '../../ui/button.tsx';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { DeviceSwitch } from './device-switch.tsx';

/** The toolbar beside the drawer: the device and the viewer of the preview. */
export function EditToolbar() {
  const { t } = useTranslation();
  return createPortal(
    <EditChrome className="pointer-events-none fixed inset-x-0 bottom-4 z-toolbar flex justify-center px-3 drawer:pr-116">
      <section
        aria-label={t('Prévia')}
        className="pointer-events-auto flex flex-wrap items-center justify-center gap-1.5 rounded-card bg-surface-1 p-1.5 shadow-raised ring-1 ring-line-2 ring-inset"
      >
        <DeviceSwitch />
        <ViewAsStudent />
      </section>
    </EditChrome>,
    document.body,
  );
}

/** Turns the page into that of a student without products. */
export function ViewAsStudent() {
  const { t } = useTranslation();
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<Eye size={16} strokeWidth={2} aria-hidden="true" />}
      onClick={() => previewStudent.set([])}
    >
      {/* Beside the drawer a tablet has no room for the words. */}
      <span className="md:max-lg:sr-only">{t('Ver como aluno')}</span>
    </Button>
  );
}
