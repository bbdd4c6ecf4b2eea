import type { TFunction } from '../../ui/translation.ts';
import type { Card } from './card.ts';

const kinds = { course: 'Curso', module: 'Módulo', lesson: 'Aula' } as const;

/** 'Curso · 24 aulas': the kind and the amount. */
export const kicker = (t: TFunction, card: Card) =>
  joinParts([t(kinds[card.kind]), amount(t, card)]);

/** 'Luz natural · restam 12 min': the course and the amount. */
export const facts = (t: TFunction, card: Card) => joinParts([card.courseTitle, amount(t, card)]);

/** '8 de 42 aulas' or 'restam 12 min' if the viewer has begun; otherwise the total. */
export function progressText(t: TFunction, card: Card) {
  const { lessons, progress } = card;
  if (!lessons || !progress) return amount(t, card);
  const finishedCount = Math.round((lessons * progress) / 100);
  return t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', {
    done: finishedCount,
    count: lessons,
  });
}

/** The card's course, or its kind if it is a course itself. */
export const place = (t: TFunction, { courseTitle, kind }: Card) => courseTitle ?? t(kinds[kind]);

/** The name of the product that opens the card. */
export function lockReason(t: TFunction, { products }: Pick<Card, 'products'>) {
  if (!products.length) return t('Fechado por enquanto');
  if (products.length === 1) return products[0]!;
  return t('{{name}} e mais {{count}}', { name: products[0], count: products.length - 1 });
}

/** The total amount, or what is left of a lesson. */
export function amount(t: TFunction, { lessons, secondsLeft, progress }: Card) {
  if (lessons) return t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: lessons });
  if (secondsLeft === null || progress === 100) return '';
  const minutes = Math.max(1, Math.round(secondsLeft / 60));
  return progress
    ? t('resta {{count}} min|restam {{count}} min', { count: minutes })
    : t('{{minutes}} min', { minutes });
}

const joinParts = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
