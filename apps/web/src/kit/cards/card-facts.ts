import type { TFunction } from '../../ui/translation.ts';
import type { Card } from './card.ts';

const kinds = { course: 'Curso', module: 'Módulo', lesson: 'Aula' } as const;

/** 'Curso · 24 aulas': what it is, and how much of it. */
export const kicker = (t: TFunction, card: Card) => joined([t(kinds[card.kind]), amount(t, card)]);

/** 'Luz natural · restam 12 min': where it belongs, and how much. */
export const facts = (t: TFunction, card: Card) => joined([card.courseTitle, amount(t, card)]);

/** '8 de 42 aulas' or 'restam 12 min', where somebody has begun; else how much there is. */
export function progressText(t: TFunction, card: Card) {
  const { lessons, progress } = card;
  if (!lessons || !progress) return amount(t, card);
  const done = Math.round((lessons * progress) / 100);
  return t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', { done, count: lessons });
}

/** Where it belongs: its course, or what it is where it is one itself. */
export const place = (t: TFunction, { courseTitle, kind }: Card) => courseTitle ?? t(kinds[kind]);

/** Why it is locked: the product that opens it, by name. */
export function lockReason(t: TFunction, { products }: Card) {
  if (!products.length) return t('Fechado por enquanto');
  if (products.length === 1) return products[0]!;
  return t('{{name}} e mais {{count}}', { name: products[0], count: products.length - 1 });
}

/** How much there is, or is left. */
export function amount(t: TFunction, { lessons, secondsLeft, progress }: Card) {
  if (lessons) return t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: lessons });
  if (secondsLeft === null || progress === 100) return '';
  const minutes = Math.max(1, Math.round(secondsLeft / 60));
  return progress
    ? t('resta {{count}} min|restam {{count}} min', { count: minutes })
    : t('{{minutes}} min', { minutes });
}

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
