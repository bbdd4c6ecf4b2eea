import type { TFunction } from 'i18next';
import type { Card } from './card.ts';

const kinds = { course: 'Curso', module: 'Módulo', lesson: 'Aula' } as const;

/** 'Curso · 24 aulas': what it is, and how much of it. */
export const kicker = (t: TFunction, card: Card) => joined([t(kinds[card.kind]), amount(t, card)]);

/** 'Luz natural · restam 12 min': where it belongs, and how much. */
export const facts = (t: TFunction, card: Card) => joined([card.courseTitle, amount(t, card)]);

/** '8 de 42 aulas', where somebody has begun. */
export function standing(t: TFunction, { lessons, progress }: Card) {
  if (!lessons) return progress ? t('{{percent}} % assistido', { percent: progress }) : '';
  if (!progress) return t('{{count}} aulas', { count: lessons });
  return t('{{done}} de {{count}} aulas', {
    done: Math.round((lessons * progress) / 100),
    count: lessons,
  });
}

/** Why it is locked: the product that opens it, by name. */
export function lockReason(t: TFunction, { products }: Card) {
  if (!products.length) return t('Em breve');
  if (products.length === 1) return products[0]!;
  return t('{{name}} e mais {{count}}', { name: products[0], count: products.length - 1 });
}

function amount(t: TFunction, { lessons, secondsLeft, progress }: Card) {
  if (lessons !== null) return t('{{count}} aulas', { count: lessons });
  if (secondsLeft === null || progress === 100) return '';
  const minutes = Math.max(1, Math.round(secondsLeft / 60));
  return progress ? t('restam {{minutes}} min', { minutes }) : t('{{minutes}} min', { minutes });
}

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
