import { idIn } from '@vitrine/contract/pages';
import { useSearchParams } from 'react-router';
import '../features/lessons/player/player.css';
import { PlayerError } from '../features/lessons/player/overlays/player-error.tsx';
import { LiveList } from '../features/lives/live-list.tsx';
import { LivePage, type VideoSlot } from '../features/lives/live-page.tsx';
import { LatePart } from '../ui/late-part.tsx';

/** `/live` lists the lives; `/live?watch=7` shows one. Streams and files use the lesson player. */
export default function LiveScreen() {
  const [query] = useSearchParams();
  const watch = query.get('watch');
  if (watch === null) return <LiveList />;
  return <LivePage id={idIn(watch) ?? 0} Video={LiveVideo} />;
}

const nothing = () => {};

const LiveVideo: VideoSlot = ({ id, src, title }) => (
  <LatePart
    load={() => import('../features/lessons/player/player.tsx')}
    fallback={<div className="player" />}
    renderError={(_error, retry) => (
      <div className="player" data-controls>
        <PlayerError src={src} onRetry={retry} />
      </div>
    )}
  >
    {(Player) => (
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
    )}
  </LatePart>
);
