import GainedPoints from '../features/points/gained-points.tsx';
import Moments from './moments.tsx';

/** What a student's actions gain: points, levels, rewards. One file, after the page has shown. */
export default function Gains() {
  return (
    <>
      <GainedPoints />
      <Moments />
    </>
  );
}
