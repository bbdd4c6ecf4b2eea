import { Monitor, Smartphone } from 'lucide-react';
import { previewDevice } from '../../kit/preview/preview.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Chooses the device of the preview. */
export function DeviceSwitch() {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('Tamanho da prévia')}
      hideLabel
      value={previewDevice.use()}
      onValueChange={previewDevice.set}
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
  );
}
