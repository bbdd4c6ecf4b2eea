import type { FileUse } from '@vitrine/contract/uploads';
import { copyFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeFile } from '../kit/files/store-files.ts';
import { asWebVtt } from '../platform/captions.ts';
import type { Platform } from '../platform/platform.ts';
import { demoCourses } from './demo-courses.ts';
import type { SceneName } from './scenes.ts';

/** Paths of stored files. The lessons that refer to them claim them. */
export interface DemoMedia {
  bannerVideo: string;
  courses: ReadonlyMap<SceneName, { video: string; captions: string; handout: string }>;
}

const SECONDS_PER_CAPTION = 3;
/** The length of a video of `npm run demo-media`. */
export const VIDEO_SECONDS = 12;

/** Stores the videos, captions and handouts. The school is filled afterwards, in one transaction. */
export async function storeDemoMedia(platform: Platform, tenantId: number): Promise<DemoMedia> {
  const store = async (name: string, use: FileUse, write: (path: string) => Promise<unknown>) => {
    const path = await platform.files.tempPath();
    try {
      await write(path);
      const file = { path, name, size: (await stat(path)).size };
      return (await storeFile(platform, tenantId, file, { use })).path;
    } finally {
      await rm(path, { force: true });
    }
  };
  const storeMedia = (from: string, name: string, use: FileUse) =>
    store(name, use, (path) => copyFile(join(import.meta.dirname, 'media', from), path));

  const courses = new Map<SceneName, { video: string; captions: string; handout: string }>();
  for (const { scene, modules } of demoCourses) {
    const captions = modules.flatMap(({ lessons }) => lessons.flatMap((one) => one.captions ?? []));
    courses.set(scene, {
      video: await storeMedia(`${scene}.mp4`, 'aula.mp4', 'lesson_video'),
      captions: await store('legenda.vtt', 'lesson_captions', async (path) =>
        writeFile(path, (await asWebVtt(Buffer.from(webVtt(captions))))!),
      ),
      handout: await storeMedia('caderno-de-campo.pdf', 'Caderno de campo.pdf', 'lesson_file'),
    });
  }
  return { bannerVideo: await storeMedia('banner.mp4', 'serra.mp4', 'banner_video'), courses };
}

/** The paths of all stored files. */
export const pathsOf = ({ bannerVideo, courses }: DemoMedia) => [
  bannerVideo,
  ...[...courses.values()].flatMap(({ video, captions, handout }) => [video, captions, handout]),
];

const webVtt = (captions: string[]) =>
  ['WEBVTT', ...captions.map((words, at) => `${clock(at)} --> ${clock(at + 1)}\n${words}`)].join(
    '\n\n',
  );

const clock = (at: number) => `00:00:${String(at * SECONDS_PER_CAPTION).padStart(2, '0')}.000`;
