import { useQueryClient } from '@tanstack/react-query';
import GainedPoints from '../features/points/gained-points.tsx';
import { accessReads } from '../kit/access-reads.ts';
import { useEvents } from '../kit/events/event-stream.ts';
import { refresh } from '../kit/queries/contract-mutation.ts';
import Achievements from './achievements.tsx';

/**
 * Announces points, levels and rewards, and shows what a product opens or locks. One chunk, loaded
 * after the first paint.
 */
export default function Gains() {
  const client = useQueryClient();
  useEvents({ access: () => void refresh(client, accessReads) });
  return (
    <>
      <GainedPoints />
      <Achievements />
    </>
  );
}
