import type { AnyRoute } from '@vitrine/contract/core';
import { messages as common } from '@vitrine/contract/messages';
import {
  limits,
  messages,
  ruleOf,
  uploads,
  type FileState,
  type FileUse,
} from '@vitrine/contract/uploads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAtHost } from '../../kit/access/access.ts';
import { writeAuditEntry } from '../../kit/audit.ts';
import { checkUpload } from '../../kit/files/check-upload.ts';
import { storageUse } from '../../kit/files/storage-quota.ts';
import { fileUrl, storeImage } from '../../kit/files/store-files.ts';
import { withoutTransaction, type Call } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { invalid, refuse } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAdmin, type Member } from '../../platform/session.ts';
import { convertVideos } from './convert-video.ts';
import { receiveUpload } from './receive-upload.ts';
import { serveFiles } from './serve-files.ts';
import { sweepFiles } from './sweep-files.ts';
import { announceFile, asUpload, findOwnFile, type NewUpload } from './uploads.store.ts';

/** C section 2, Upload box, B section 7 and contract, Banners. */
export function mountUploads(app: FastifyInstance, platform: Platform) {
  const { send, ...calls } = uploads;
  mount(app, platform, 'uploads', calls, {
    image: withoutTransaction(async (_platform, call) => {
      const { body, files: parts, school, member } = call;
      refuseUse(member, body.use);
      if (!parts['file']) throw invalid({ file: [common.required] });
      const data = await storeImage(platform, school.tenant.id, parts['file'], {
        use: body.use,
        memberId: member.id,
      });
      await writeAdminAuditEntry(platform, 'uploads.image', call);
      return { data };
    }),

    announce: withoutTransaction(async (_platform, call) => {
      const data = await announce(platform, call, call.body);
      return { ...data, data };
    }),

    announceBannerVideo: withoutTransaction(async (_platform, call) => {
      const { filename } = call.body;
      return announce(platform, call, { filename, use: 'banner_video' });
    }),

    // The first request for its status checks a file that went directly to the object store. So
    // this read writes.
    status: withoutTransaction(async ({ database }, { query, member, school, t }) => {
      const file = await database.transaction(school.tenant.id, (tx) =>
        findOwnFile(tx, query.path, member),
      );
      const checked = file.state === 'pending' ? await checkUpload(platform, file) : file;
      return asStatus(platform, asUpload(checked), t);
    }),

    storage: async (tx) => ({ data: await storageUse(tx, platform.config.storage) }),
  });

  // A file as it is, of any type: nothing here is read as JSON or form.
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
    mount(
      raw,
      platform,
      'uploads',
      { send },
      {
        send: withoutTransaction(async (_platform, { params, request, member, school, t }) =>
          asStatus(
            platform,
            await receiveUpload(platform, school.tenant.id, params.id, member, request),
            t,
          ),
        ),
      },
    );
  });

  serveFiles(app, platform);
  convertVideos(platform);
  sweepFiles(platform);
}

async function announce(platform: Platform, call: Call<AnyRoute>, upload: NewUpload) {
  const { member, school, request } = call;
  refuseUse(member, upload.use);
  const { row, path } = await platform.database.transaction(school.tenant.id, (tx) =>
    announceFile(tx, platform.config.storage, upload, member.id),
  );
  const { kind } = ruleOf(upload.use);
  const direct =
    kind === 'image' || kind === 'captions'
      ? null // made anew here, so it comes through here
      : await platform.files.objects.presignPut({
          key: `${school.tenant.id}/${row.name}`,
          type: row.type,
          bytes: row.bytes,
          seconds: limits.putMinutes * 60,
        });
  await writeAdminAuditEntry(platform, 'uploads.announce', call);
  return { path, url: direct ?? `${baseOf(request)}/api/v1/uploads/${row.id}`, type: row.type };
}

/** 403 for an admin's use comes before any check of the file. */
function refuseUse(member: Member, use: FileUse) {
  if (ruleOf(use).access === 'admin' && !isAdmin(member))
    throw refuse('forbidden', common.roleTooLow, 403);
}

const writeAdminAuditEntry = async (
  { database }: Platform,
  action: string,
  call: Call<AnyRoute>,
) => {
  if (isAdmin(call.member))
    await database.transaction(call.school.tenant.id, async (tx) =>
      writeAuditEntry(tx, action, call),
    );
};

/** The origin as the browser has it. A proxy may have ended TLS. */
function baseOf(request: FastifyRequest) {
  const { origin } = request.headers;
  return origin && isAtHost(origin, request.host)
    ? origin
    : `${request.protocol}://${request.host}`;
}

function asStatus(
  platform: Platform,
  { path, use, state }: { path: string; use: FileUse; state: FileState },
  t: (text: string) => string,
) {
  const text = { pending: '', ready: '', ...texts }[state];
  return {
    data: { path, state, message: text && t(text), url: fileUrl(platform, path, use) },
  };
}

const texts = { converting: messages.converting, refused: messages.notConvertible };
