import LiveAlert from '../features/lives/live-alert.tsx';
import Bell from '../features/notifications/bell.tsx';
import { useFollowRoles } from './follow-roles.ts';

/** The header's live alert and bell. One chunk, loaded after the first paint. */
export default function HeaderAlerts() {
  useFollowRoles();
  return (
    <>
      <LiveAlert />
      <Bell />
    </>
  );
}
