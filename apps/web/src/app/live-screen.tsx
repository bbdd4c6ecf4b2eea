import { idIn } from '@vitrine/contract/pages';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { LiveList } from '../features/lives/live-list.tsx';
import { LivePage, type VideoSlot } from '../features/lives/live-page.tsx';

const Player = lazy(() => import('../features/lessons/player/player.tsx'));

/** `/live` lists the lives; `/live?watch=7` shows one. Streams and files use the lesson player. */
export default function LiveScreen() {
  const [query] = useSearchParams();
  const watch = query.get('watch');
  if (watch === null) return <LiveList />;
  return <LivePage id={idIn(watch) ?? 0} Video={LiveVideo} />;
}

const nothing = () => {};

const LiveVideo: VideoSlot = ({ id, src, title }) => (
  <Suspense fallback={<div className="player" />}>
    <Player
      key={src}
      id={id}
      src={src}
      title={title}
      captions={[]}
      poster={null}
      startAt={0}
      autoPlay={false}
      next={null}
      ends={null}
      onPlayed={nothing}
      onStopped={nothing}
      onWentBack={nothing}
      onReload={async () => {}}
    />
  </Suspense>
);
