import GainedPoints from '../features/points/gained-points.tsx';
import Achievements from './achievements.tsx';

/** Announces points, levels and rewards. One chunk, loaded after the first paint. */
export default function Gains() {
  return (
    <>
      <GainedPoints />
      <Achievements />
    </>
  );
}
