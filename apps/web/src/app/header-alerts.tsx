import LiveAlert from '../features/lives/live-alert.tsx';
import Bell from '../features/notifications/bell.tsx';

/** The header's live alert and bell. One chunk, loaded after the first paint. */
export default function HeaderAlerts() {
  return (
    <>
      <LiveAlert />
      <Bell />
    </>
  );
}
