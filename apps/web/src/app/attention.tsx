import LiveAlert from '../features/lives/live-alert.tsx';
import Bell from '../features/notifications/bell.tsx';

/** In the header: the live that is on, and the bell. One file, after the page has shown. */
export default function Attention() {
  return (
    <>
      <LiveAlert />
      <Bell />
    </>
  );
}
