import { dew, ridges, type Scene } from './demo-art.ts';
import { portrait, stream, table, windowLight } from './demo-still-lifes.ts';

export type SceneName = 'ridges' | 'dew' | 'portrait' | 'windowLight' | 'stream' | 'table';

/** Each course of the demo school has its scene: covers, pictures of posts and videos show it. */
export const scenes: Readonly<Record<SceneName, Scene>> = {
  ...{ ridges, dew, portrait },
  ...{ windowLight, stream, table },
};
