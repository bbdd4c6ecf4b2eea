import { useEffect, useEffectEvent } from 'react';
import './points-chip.css';

const CHIP_MS = 1_800;
/** Half of a wide chip, and the header: it stays inside of the window. */
const SIDE_PX = 56;
const TOP_PX = 112;

interface PointsChipProps {
  words: string;
  x: number;
  y: number;
  onEnd: () => void;
}

/** A rising label that fades. It takes no clicks. Screen readers read the status beside it. */
export default function PointsChip({ words, x, y, onEnd }: PointsChipProps) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), CHIP_MS);
    return () => clearTimeout(timer);
  }, []);
  const left = Math.min(Math.max(x, SIDE_PX), Math.max(SIDE_PX, innerWidth - SIDE_PX));
  const top = Math.min(Math.max(y, TOP_PX), innerHeight - 48);
  return (
    <span className="points-chip" aria-hidden="true" style={{ left, top }}>
      {words}
    </span>
  );
}
