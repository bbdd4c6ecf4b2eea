import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';

/** The viewer's id as in the header of each answer: `{school}-{member}`. */
export const viewerKey = () => `${tenantId()}-${viewer()?.id ?? 0}`;
