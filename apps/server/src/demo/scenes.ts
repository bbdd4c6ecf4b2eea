import { dew, ridges, type Scene } from './demo-art.ts';
import { portrait, stream, table, windowLight } from './demo-still-lifes.ts';

/** A drawn landscape or still life. Covers, banners and images of posts show it. */
export type SceneName = 'ridges' | 'dew' | 'portrait' | 'windowLight' | 'stream' | 'table';

/** The scenes of the demo school's courses. Covers, images of posts and videos show them. */
export const scenes: Readonly<Record<SceneName, Scene>> = {
  ridges,
  dew,
  portrait,
  windowLight,
  stream,
  table,
};
