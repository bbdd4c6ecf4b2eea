import { messages } from '@vitrine/contract/communities';
import { invalid } from '../../platform/app-error.ts';

interface PrivateCommunity {
  is_private: boolean;
  upsell_text: string;
  upsell_link: string | null;
  /** Number of active products that open it. */
  activeProducts: number;
}

/** Checks the required fields of a private community, by the new form (A section 5). */
export function checkPrivate(after: PrivateCommunity) {
  if (!after.is_private) return;
  const errors = {
    ...(!after.upsell_text && { upsell_text: [messages.upsellTextRequired] }),
    ...(!after.upsell_link && { upsell_link: [messages.upsellLinkRequired] }),
    ...(!after.activeProducts && { product_ids: [messages.productRequired] }),
  };
  if (Object.keys(errors).length) throw invalid(errors);
}
