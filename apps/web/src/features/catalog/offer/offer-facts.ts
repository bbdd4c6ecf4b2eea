import type { Course, LessonEntry, Upsell } from '@vitrine/contract/catalog';
import { useSignInHref } from '../../../kit/links/sign-in-href.ts';
import { orList } from '../../../platform/list-words.ts';
import { useViewer } from '../../../platform/site-context.ts';
import { useTranslation } from '../../../ui/translation.ts';

/** The first sample lesson of a course. */
export const sampleOf = ({ modules }: Pick<Course, 'modules'>): LessonEntry | null =>
  modules.flatMap(({ lessons }) => lessons).find(({ sample, locked }) => sample && !locked) ?? null;

/** The names of the products that open a course: "A, B ou C". */
export function useProductNames({ products }: Upsell) {
  const { i18n } = useTranslation();
  return orList(
    products.map(({ title }) => title),
    i18n.language,
  );
}

/** The first line of a price is large. The others are small print. */
export function priceLines({ price_text }: Upsell) {
  const [first = '', ...rest] = price_text.split('\n').map((line) => line.trim());
  return { price: first, more: rest.filter(Boolean).join(' ') };
}

/** The link to buy the course. Visitors of a course without one get the link to sign in. */
export function useOfferLink(upsell: Upsell): { href: string; label: string } | null {
  const { t } = useTranslation();
  const viewer = useViewer();
  const signInHref = useSignInHref();
  if (upsell.link) return { href: upsell.link, label: upsell.button_text || t('Quero ter acesso') };
  return viewer ? null : { href: signInHref, label: t('Entrar') };
}

/** The host of an external link. Null for links within the school. */
export function otherSite(href: string): string | null {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return null;
  return new URL(href).host.replace(/^www\./, '');
}
