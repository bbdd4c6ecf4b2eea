import { Plus } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';

/**
 * A panel's button that adds an entry: "+ Novo link".
 *
 * ```tsx
 * <AddButton onClick={() => place.enter('novo')}>{t('Novo')}</AddButton>
 * ```
 */
export function AddButton(props: ButtonProps) {
  return (
    <Button
      wide
      variant="primary"
      icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
      {...props}
    />
  );
}
