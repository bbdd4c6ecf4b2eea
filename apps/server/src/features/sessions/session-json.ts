import type { Role } from '@vitrine/contract/roles';
import type { School } from '../../platform/schools.ts';

interface Account {
  id: number;
  name: string;
  email: string;
  photo_url: string | null;
  roles: string[];
}

/** The answer to a sign-in, with the roles as the wire carries them (C section 3, User). */
export const asSession = ({ id, name, email, photo_url, roles }: Account, { tenant }: School) => ({
  user: { id, name, email, photo_url },
  tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug },
  roles: roles.map((slug) => ({ role: { slug: slug as Role } })),
});
