import { useQueryClient } from '@tanstack/react-query';
import { sessions, type Session } from '@vitrine/contract/sessions';
import { useEvents } from '../kit/events/event-stream.ts';
import { contractQuery } from '../kit/queries/contract-query.ts';
import { useSiteStore } from '../platform/site-context.ts';
import { toast } from '../ui/toast.ts';
import { useTranslation } from '../ui/translation.ts';

/**
 * Follows the roles of the viewer: menus and pages open and close without a reload (decision 123). What
 * the page knows from before is read again, or forgotten where it does not show.
 */
export function useFollowRoles() {
  const client = useQueryClient();
  const store = useSiteStore();
  const { t } = useTranslation();

  async function follow() {
    const session = await client.fetchQuery(contractQuery(sessions.current, {}, { staleTime: 0 }));
    if (rolesOf(session) === rolesOf(store.boot().session)) return;
    store.replaceSession(session);
    toast.info(t('Seu acesso a esta escola mudou.'));
    client.removeQueries({ type: 'inactive' });
    await client.invalidateQueries();
  }
  // Without an answer, the next event or a reload tells.
  useEvents({ access: () => void follow().catch(() => {}) });
}

const rolesOf = (session: Session | null) => session?.roles.map(({ role }) => role.slug).join();
