import { useQueryClient } from '@tanstack/react-query';
import type { routes as table } from '@vitrine/contract';
import type { AnyRoute } from '@vitrine/contract/core';
import { useEvents } from '../events/event-stream.ts';
import { refresh } from './contract-mutation.ts';

/**
 * Refreshes these routes when somebody of the staff changed the domain, in another tab or browser.
 * Without it, a move in an outdated list would undo the other person's move.
 */
export function useRefreshOnChange(domain: keyof typeof table, routes: AnyRoute[]) {
  const client = useQueryClient();
  const refreshRoutes = () => void refresh(client, routes);
  useEvents({
    change: (change) => {
      if (change.domain === domain) refreshRoutes();
    },
    poll: refreshRoutes,
  });
}
