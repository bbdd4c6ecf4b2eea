import type { Course, LessonEntry, Upsell } from '@vitrine/contract/catalog';
import { pages } from '@vitrine/contract/pages';
import { useViewer } from '../../../platform/site-context.ts';
import { useTranslation } from '../../../ui/translation.ts';

/** The first lesson of a course that is open to who does not hold it. */
export const sampleOf = ({ modules }: Pick<Course, 'modules'>): LessonEntry | null =>
  modules.flatMap(({ lessons }) => lessons).find(({ sample, locked }) => sample && !locked) ?? null;

/** The names of what opens a course, as one says them: "A, B ou C". */
export function useProductNames({ products }: Upsell) {
  const { i18n } = useTranslation();
  return new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
    products.map(({ title }) => title),
  );
}

/** The first line of a price is said loud, the others are its small print. */
export function priceLines({ price_text }: Upsell) {
  const [first = '', ...rest] = price_text.split('\n').map((line) => line.trim());
  return { price: first, more: rest.filter(Boolean).join(' ') };
}

/** Where one buys; who is not signed in and finds nothing to buy may sign in. */
export function useWayIn(upsell: Upsell): { href: string; label: string } | null {
  const { t } = useTranslation();
  const viewer = useViewer();
  if (upsell.link) return { href: upsell.link, label: upsell.button_text || t('Quero ter acesso') };
  return viewer ? null : { href: pages.signIn.path, label: t('Entrar') };
}

/** The other site that a link leads to; null where it stays here. */
export function otherSite(href: string): string | null {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return null;
  return new URL(href).host.replace(/^www\./, '');
}
