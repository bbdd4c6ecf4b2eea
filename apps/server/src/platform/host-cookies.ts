import type { FastifyRequest } from 'fastify';

/** The `__Host-` prefix binds a cookie to this host. Browsers accept it over https only. */
export const hostCookieName = (name: string, { protocol }: FastifyRequest) =>
  protocol === 'https' ? `__Host-${name}` : name;

/** The attributes of a cookie that no script reads and no other host sets. */
export const hostCookieOptions = ({ protocol }: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const;
