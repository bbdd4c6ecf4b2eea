import type { Selectable } from 'kysely';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { objectKey } from '../../kit/files/file-names.ts';
import {
  enqueueConversion,
  finishConversion,
  refuseConversion,
} from '../../kit/files/files.store.ts';
import { toAppError } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Files as FileRow } from '../../platform/database.types.ts';
import { canConvert, convertToMp4 } from '../../platform/ffmpeg.ts';
import { slowTask } from '../../platform/jobs.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Registers the job that converts videos which browsers do not play. The address stays. One video
 * at a time, so that other work does not wait. A job converts one video of its school, then queues
 * again.
 */
export function convertVideos({ files, database }: Platform) {
  /** The account of each school's last converted video. A restart forgets it. */
  const lastAccounts = new Map<number, number>();

  slowTask('convert-video', 'videos', async ({ tenantId, log, lastTry }) => {
    const inSchool = <T>(act: (tx: TenantTransaction) => Promise<T>) =>
      database.transaction(tenantId, act);
    const file = await inSchool((tx) => nextVideo(tx, lastAccounts.get(tenantId) ?? 0));
    if (!file) return void lastAccounts.delete(tenantId);
    const converted = await convert(file).catch((error: Error) => {
      if (!lastTry || isFaultOfPlace(error)) throw error;
      log.warn({ err: error }, 'video given up');
      return false;
    });
    if (!converted) {
      log.warn({ file: file.id }, 'video not converted');
      await inSchool((tx) => refuseConversion(tx, file.id));
    }
    lastAccounts.set(tenantId, file.member_id ?? 0);
    await inSchool(enqueueConversion);
  });

  async function convert(file: Selectable<FileRow>): Promise<boolean> {
    const source = await files.objects.get(objectKey(file));
    if (!source) return false;
    const [sourcePath, targetPath] = [await files.tempPath(), await files.tempPath()];
    try {
      await pipeline(source.stream, createWriteStream(sourcePath, { flags: 'wx', mode: 0o600 }));
      if (!(await convertToMp4(sourcePath, targetPath))) {
        if (!(await canConvert())) throw new Error('no ffmpeg here');
        return false;
      }
      const { size } = await stat(targetPath);
      const type = 'video/mp4';
      // The file is not served before its row says so. No database connection waits for the store.
      const { etag } = await files.objects.put(objectKey(file), { path: targetPath, size }, type);
      const isSaved = await database.transaction(file.tenant_id, (tx) =>
        finishConversion(tx, file.id, { type, bytes: size, etag }),
      );
      if (!isSaved) await files.objects.delete(objectKey(file));
      return true;
    } finally {
      await rm(sourcePath, { force: true });
      await rm(targetPath, { force: true });
    }
  }
}

/**
 * The store, the disk or the database is away, and the video is as good as before. It waits for the
 * daily job of its school, which begins the conversion again.
 */
const isFaultOfPlace = (error: Error) =>
  toAppError(error) !== null || error instanceof OperatorProblem;

/** Accounts take turns by their ids, each with its oldest video. */
const nextVideo = ({ db }: TenantTransaction, lastAccount: number) =>
  db
    .selectFrom('files')
    .selectAll()
    .where('state', '=', 'converting')
    .orderBy((eb) => eb(eb.fn.coalesce('member_id', eb.lit(0)), '>', lastAccount), 'desc')
    .orderBy((eb) => eb.fn.coalesce('member_id', eb.lit(0)))
    .orderBy('id')
    .executeTakeFirst();
