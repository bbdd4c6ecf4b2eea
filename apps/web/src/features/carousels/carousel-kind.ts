import {
  isLiving,
  systemTypes,
  type Carousel,
  type ContentType,
} from '@vitrine/contract/carousels';
import type { TFunction } from '../../ui/translation.ts';

export const isSystem = (type: string) => (systemTypes as readonly string[]).includes(type);

/** 'Módulos de 2 cursos': what a carousel is made of, in a few words. */
export function summary(t: TFunction, { type, type_content, content }: Carousel) {
  if (isSystem(type)) return t('Automático');
  const count = content.length;
  if (isLiving(type_content))
    return type === '2'
      ? t('Módulos de {{count}} cursos', { count })
      : t('Aulas de {{count}} módulos', { count });
  return amount(t, type as ContentType, count);
}

/** '6 módulos'. */
export function amount(t: TFunction, type: ContentType, count: number) {
  if (type === '1') return t('{{count}} cursos', { count });
  return type === '2' ? t('{{count}} módulos', { count }) : t('{{count}} aulas', { count });
}
