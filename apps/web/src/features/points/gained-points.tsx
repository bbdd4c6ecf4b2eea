import { useQueryClient } from '@tanstack/react-query';
import { points as pointsCalls } from '@vitrine/contract/points';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { scoreReads } from '../../kit/points/score-reads.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { contractQuery } from '../../kit/queries/contract-query.ts';
import { onPoints } from '../../platform/api.ts';
import { optionalPart } from '../../ui/late-component.ts';
import { useTranslation } from '../../ui/translation.ts';

const PointsChip = optionalPart(() => import('./points-chip.tsx'));

interface Gain {
  id: number;
  words: string;
  x: number;
  y: number;
}

/** A press that is older has nothing to do with the points. */
const PRESS_MS = 10_000;
/** A taller element is no button, but a video or a text area. */
const MAX_BUTTON_PX = 120;

/**
 * Shows the points of the viewer's action at the pressed button, by the school's name for points.
 */
export default function GainedPoints() {
  const { t, number } = useTranslation();
  const client = useQueryClient();
  const [gains, setGains] = useState<Gain[]>([]);
  const pressed = useRef<Press | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const tell = useEffectEvent(async (points: number) => {
    const place = placeOf(pressed.current);
    void refresh(client, scoreReads);
    // The name of the points changes rarely, so a cached answer is enough.
    const score = await client
      .ensureQueryData(contractQuery(pointsCalls.mine, { query: {} }))
      .catch(() => null);
    const words = `+${number(points)} ${score?.data.points_name || t('pontos')}`;
    setAnnouncement(words);
    setGains((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, words, ...place }]);
  });
  useEffect(() => {
    const press = ({ target }: MouseEvent) => {
      const element = (target as Element).closest('button, a, [role="button"]');
      if (element)
        pressed.current = { element, rect: element.getBoundingClientRect(), at: Date.now() };
    };
    document.addEventListener('click', press, true);
    onPoints((points) => void tell(points));
    return () => {
      document.removeEventListener('click', press, true);
      onPoints(null);
    };
  }, []);

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {gains.map(({ id, ...gain }) => (
        <Suspense key={id}>
          <PointsChip
            {...gain}
            onEnd={() => {
              setGains((all) => all.filter((other) => other.id !== id));
              setAnnouncement('');
            }}
          />
        </Suspense>
      ))}
    </>
  );
}

interface Press {
  element: Element;
  rect: DOMRect;
  at: number;
}

/** A button that went with its form is remembered where it stood. */
function rectOf(press: Press | null) {
  if (!press || Date.now() - press.at >= PRESS_MS)
    return document.activeElement?.getBoundingClientRect();
  return press.element.isConnected ? press.element.getBoundingClientRect() : press.rect;
}

function placeOf(press: Press | null) {
  const rect = rectOf(press);
  if (!rect || rect.height > MAX_BUTTON_PX || rect.height === 0)
    return { x: innerWidth / 2, y: innerHeight - 96 };
  return { x: rect.left + rect.width / 2, y: rect.top };
}
