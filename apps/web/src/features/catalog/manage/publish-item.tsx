import { Eye, EyeOff } from 'lucide-react';
import type { MenuItem } from '../../../ui/menu.tsx';
import type { TFunction } from '../../../ui/translation.ts';

/** The menu item that publishes a course, module or lesson, or turns it back into a draft. */
export const publishItem = (
  t: TFunction,
  published: number | boolean,
  onPublish: (published: 0 | 1) => void,
): MenuItem => ({
  id: 'publish',
  label: published ? t('Voltar a rascunho') : t('Publicar'),
  icon: published ? <EyeOff /> : <Eye />,
  onSelect: () => onPublish(published ? 0 : 1),
});
