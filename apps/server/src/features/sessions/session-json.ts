import type { Role } from '@vitrine/contract/roles';
import type { School } from '../../platform/schools.ts';
import { roleList } from './sessions.store.ts';

interface Account {
  id: number;
  name: string;
  email: string;
  photo_url: string | null;
  roles: string[];
}

/** The answer to a sign-in. */
export const asSession = ({ id, name, email, photo_url, roles }: Account, { tenant }: School) => ({
  user: { id, name, email, photo_url },
  tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug },
  roles: roleList(roles) as { role: { slug: Role } }[],
});
