import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { objectKey } from '../../kit/file-rows.ts';
import { canConvert, convertToMp4 } from '../../platform/ffmpeg.ts';
import { enqueue, slowTask } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

let underWay = false;

/**
 * Makes a video that browsers do not play one that they do, under the same address. One at a time:
 * the rest of the work must not wait for films.
 */
export function convertVideos({ files }: Platform) {
  slowTask('convert-video', async ({ tenantId, payload, database, log, lastTry }) => {
    const id = Number(payload['id']);
    if (underWay) {
      const runAt = new Date(Date.now() + 20_000);
      await database.transaction(tenantId, (tx) =>
        enqueue(tx, 'convert-video', { id }, { runAt, maxAttempts: 3 }),
      );
      return;
    }
    const file = await database.transaction(tenantId, ({ db }) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'converting')
        .executeTakeFirst(),
    );
    const source = file && (await files.objects.get(objectKey(file)));
    if (!file || !source) return;
    const [from, to] = [await files.tempPath(), await files.tempPath()];
    underWay = true;
    try {
      await pipeline(source.stream, createWriteStream(from, { flags: 'wx', mode: 0o600 }));
      if (!(await convertToMp4(from, to))) {
        log.warn({ file: id }, 'video not converted');
        if (lastTry || (await canConvert()))
          await database.transaction(tenantId, ({ db }) =>
            db.updateTable('files').set({ state: 'refused' }).where('id', '=', id).execute(),
          );
        else throw new Error('no ffmpeg here');
        return;
      }
      const { size } = await stat(to);
      await database.transaction(tenantId, async ({ db }) => {
        const type = 'video/mp4';
        const kept = await db
          .updateTable('files')
          .set({ state: 'ready', type, bytes: size })
          .where('id', '=', id)
          .where('state', '=', 'converting')
          .returning('id')
          .executeTakeFirst();
        if (!kept) return;
        const { etag } = await files.objects.put(objectKey(file), { path: to, size }, type);
        await db
          .updateTable('files')
          .set({ etag, counted_bytes: size })
          .where('id', '=', id)
          .execute();
      });
    } finally {
      underWay = false;
      await rm(from, { force: true });
      await rm(to, { force: true });
    }
  });
}
