import type { Upsell } from '@vitrine/contract/catalog';
import { CardLink } from '../../../kit/cards/card-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { priceLines, useOfferLink } from './offer-facts.ts';

/**
 * The offer's price and button at the foot of a phone, in reach of the thumb. The tabs make room.
 */
export function OfferBar({ upsell }: { upsell: Upsell }) {
  const accessOffer = useOfferLink(upsell);
  const { price, more } = priceLines(upsell);
  if (!accessOffer) return null;
  return (
    <div className="offer-bar">
      {price && (
        <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 max-sm:mb-2.5">
          <span className="min-w-0 shrink-0 truncate text-18 font-semibold">{price}</span>
          {more && <span className="min-w-0 truncate text-14 text-text-2">{more}</span>}
        </p>
      )}
      <CardLink
        href={accessOffer.href}
        className={cx(buttonClass('primary', 'lg'), 'ml-auto w-full sm:max-w-90!')}
      >
        <span className="min-w-0">{accessOffer.label}</span>
      </CardLink>
    </div>
  );
}
