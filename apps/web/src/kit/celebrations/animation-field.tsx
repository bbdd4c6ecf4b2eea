import { animations } from '@vitrine/contract/gamification';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { AnimationPreview } from './animation-preview.tsx';
import { animationLabels, type AnimationName } from './animations.ts';

/** Chooses an animation, with a full-screen preview. */
export function AnimationField({
  value,
  onChange,
}: {
  value: AnimationName;
  onChange: (animation: AnimationName) => void;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-2">
      <Select
        className="min-w-0 flex-1 basis-40"
        label={t('Animação')}
        value={value}
        options={animations.map((name) => ({ value: name, label: t(animationLabels[name]) }))}
        onValueChange={onChange}
      />
      <Button
        icon={<Play size={16} strokeWidth={2} aria-hidden="true" />}
        disabled={value === 'none'}
        onClick={() => setShown(true)}
      >
        {t('Ver animação')}
      </Button>
      {shown && <AnimationPreview animation={value} onClose={() => setShown(false)} />}
    </div>
  );
}
