import { Heart } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import './heart-button.css';

interface HeartButtonProps {
  title: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Toggles an item in the viewer's list. */
export function HeartButton({ title, on, onChange }: HeartButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t('Minha lista: {{title}}', { title })}
      className="heart-button"
      onClick={() => onChange(!on)}
    >
      <Heart size={18} strokeWidth={1.75} aria-hidden="true" fill={on ? 'currentColor' : 'none'} />
    </button>
  );
}
