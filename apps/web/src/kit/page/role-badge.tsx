import { useTranslation } from '../../ui/translation.ts';
import { Badge } from '../../ui/badge.tsx';

/** How a role is called beside a name. */
const roleNames = {
  owner: 'Equipe',
  admin: 'Equipe',
  instructor: 'Professor(a)',
  moderator: 'Moderação',
} as const;

/** Beside the name of who writes; students have none. */
export function RoleBadge({ role }: { role: keyof typeof roleNames | null | undefined }) {
  const { t } = useTranslation();
  return role ? <Badge className="shrink-0">{t(roleNames[role])}</Badge> : null;
}
