import { Plus } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';

/**
 * The button of a panel that makes one more: "+ Novo link".
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
