import {
  carouselType,
  isLiving,
  isSystem,
  type ContentType,
  type Carousel,
} from '@vitrine/contract/carousels';
import type { TFunction } from '../../ui/translation.ts';

/** Summarises the filling of a carousel: 'Módulos de 2 cursos'. */
export function summary(t: TFunction, { type, type_content, content }: Carousel) {
  if (isSystem(type)) return t('Automático');
  const count = content.length;
  if (isLiving(type_content))
    return type === carouselType.modules
      ? t('Módulos de {{count}} curso|Módulos de {{count}} cursos', { count })
      : t('Aulas de {{count}} módulo|Aulas de {{count}} módulos', { count });
  return amount(t, type as ContentType, count);
}

/** '6 módulos'. */
export function amount(t: TFunction, type: ContentType, count: number) {
  if (type === carouselType.courses) return t('{{count}} curso|{{count}} cursos', { count });
  return type === carouselType.modules
    ? t('{{count}} módulo|{{count}} módulos', { count })
    : t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count });
}
