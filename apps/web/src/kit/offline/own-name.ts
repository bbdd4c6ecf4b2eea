import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';

/** The reader as the server names them on each answer: `{school}-{member}`. */
export const ownName = () => `${tenantId()}-${viewer()?.id ?? 0}`;
