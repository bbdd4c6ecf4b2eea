import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The label of each role. */
const roleNames = {
  owner: 'Equipe',
  admin: 'Equipe',
  instructor: 'Professor(a)',
  moderator: 'Moderação',
} as const;

/** The role beside an author's name. Students have none. */
export function RoleBadge({ role }: { role: keyof typeof roleNames | null | undefined }) {
  const { t } = useTranslation();
  return role ? <Badge className="shrink-0">{t(roleNames[role])}</Badge> : null;
}
