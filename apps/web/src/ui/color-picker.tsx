import { useEffect, useRef } from 'react';
import { HexColorPicker } from 'react-colorful';
import { useTranslation } from './translation.ts';
import './color-picker.css';

/** The saturation area and hue slider of a `ColorField`. A separate chunk, loaded when a picker opens. */
export default function ColorPicker({
  value,
  onChange,
}: {
  value: string;
  onChange: (color: string) => void;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);

  // The library names its two controls in English only.
  useEffect(() => {
    const [area, hue] = box.current?.querySelectorAll('[role="slider"]') ?? [];
    area?.setAttribute('aria-label', t('Saturação e brilho'));
    hue?.setAttribute('aria-label', t('Matiz'));
  });

  return (
    <div ref={box} className="color-picker" data-base-ui-swipe-ignore="">
      <HexColorPicker color={value} onChange={onChange} />
    </div>
  );
}
