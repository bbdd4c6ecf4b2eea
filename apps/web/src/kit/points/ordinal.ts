import type { Translation } from '../../ui/translation.ts';

const english = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' };

/** A place in the viewer's language: 14º, or 14th. */
export const ordinal = ({ i18n, number }: Translation, place: number) =>
  number(place) + (i18n.language.startsWith('en') ? suffixes[english.select(place)] : 'º');
