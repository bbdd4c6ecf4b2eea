import { limits } from '@vitrine/contract/lives';
import { forMember } from '../for-member.ts';

// Decides who may enter a live. No other place does.

/** Condition on a live `l`, without `viewer_access`: the viewer may enter. */
export const entersLive = `(:isStaff::boolean OR l.open_to_all OR EXISTS (
  SELECT FROM live_products lp
  JOIN member_products mp ON mp.member_id = :memberId::bigint
    AND mp.product_id = lp.product_id
  JOIN products p ON p.id = lp.product_id AND p.status = 'active'
  WHERE lp.live_id = l.id))`;

/** Condition on a live `l` and a member `m`: the member may enter. */
export const memberEntersLive = forMember(entersLive);

/** The end of a live `l`. */
export const liveEnd = `coalesce(l.ends_at, l.starts_at + interval '${limits.hoursWithoutEnd} hours')`;
