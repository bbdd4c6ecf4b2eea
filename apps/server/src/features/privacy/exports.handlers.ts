import type { AnyRoute } from '@vitrine/contract/core';
import { limits, type privacy } from '@vitrine/contract/privacy';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction, type Call, type Handlers } from '../../kit/http/call.ts';
import { recordView } from '../../kit/record-views.ts';
import { reserveAttempt } from '../../platform/attempt-limits.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { zipOf } from './export-zip.ts';
import { requireManaged } from './managed-members.ts';
import { noteMetRequest } from './requests.store.ts';

/** Handlers of the calls that send the data of a member as a zip. */
export const exportHandlers = (platform: Platform) => {
  const { database } = platform;

  /** Sends the zip under this name. `note` is committed before the zip begins. */
  async function sendZip(
    call: Pick<Call<AnyRoute>, 'school' | 'language' | 't' | 'reply'>,
    memberId: number,
    filename: string,
    note: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const { id, name } = call.school.tenant;
    await reserveAttempt(database, id, [
      { key: `export:${memberId}`, max: limits.exportsPerHour, minutes: 60 },
    ]);
    await database.transaction(id, note);
    const { language, t } = call;
    const zip = zipOf(platform, { tenantId: id, memberId, school: name, language, t });
    await call.reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${filename}"`,
        'cache-control': 'no-store',
      })
      .send(zip);
  }

  return {
    export: withoutTransaction((_platform, call) =>
      sendZip(call, call.member.id, call.t('meus-dados.zip'), (tx) =>
        noteMetRequest(tx, { memberId: call.member.id, kind: 'access', details: '' }),
      ),
    ),

    exportMember: withoutTransaction(async (_platform, call) => {
      const { params, member, school, t } = call;
      const { id } = school.tenant;
      await database.readTransaction(id, (tx) => requireManaged(tx, params.id, member));
      await sendZip(
        call,
        params.id,
        t('dados-{{id}}.zip', { id: String(params.id) }),
        async (tx) => {
          await recordView(tx, { memberId: params.id, viewerId: member.id, what: 'export' });
          await noteMetRequest(tx, { memberId: params.id, kind: 'access', details: '' });
          writeAuditEntry(tx, 'privacy.exportMember', call);
        },
      );
    }),
  } satisfies Partial<Handlers<typeof privacy>>;
};
