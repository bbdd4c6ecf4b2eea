import { limits, messages, privacy } from '@vitrine/contract/privacy';
import { messages as signIn } from '@vitrine/contract/sessions';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction, type Call } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import { recordView } from '../../kit/record-views.ts';
import { notFound, refuse, invalid } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { clearSessionCookie, type Member } from '../../platform/session.ts';
import { refundAttempt, reserveAttempt } from '../../platform/sign-in-throttle.ts';
import { passwordMatches } from '../../platform/secrets.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import { consumeErasureProof, findPasswordHash } from '../sessions/sessions.store.ts';
import { mailErasure } from './erasures.mails.ts';
import { beginErasure, cancelErasure, eraseMembers } from './erasures.store.ts';
import { zipOf } from './export-zip.ts';
import { acceptTerms, readMyData } from './my-data.store.ts';
import {
  addRequest,
  answerRequest,
  addSchoolRequest,
  findRequest,
  listRequests,
  noteMetRequest,
} from './requests.store.ts';
import { applyRetention, changeRetention, readRetention } from './retention.store.ts';

type AnyCall = Pick<Call<typeof privacy.show>, 'school' | 'request' | 'language' | 't'>;

/** v1, me (export and erasure), and ours (decision 0045). */
export function mountPrivacy(app: FastifyInstance, platform: Platform) {
  const { config, database } = platform;
  eraseMembers(platform);
  applyRetention();

  const mailedFrom = ({ school, request }: AnyCall) => ({
    school: school.tenant.name,
    base: schoolOrigin(config, school, request),
  });

  /** Sends the zip. `note` is committed before the zip begins. */
  async function sendZip(
    call: AnyCall & { reply: FastifyReply },
    memberId: number,
    note: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const { id, name } = call.school.tenant;
    await reserveAttempt(database, id, [
      { key: `export:${memberId}`, max: limits.exportsPerHour, minutes: 60 },
    ]);
    await database.transaction(id, note);
    const { language, t } = call;
    const zip = zipOf(platform, { tenantId: id, memberId, school: name, language, t });
    call.reply.raw.once('close', () => zip.destroy());
    await call.reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="meus-dados.zip"',
        'cache-control': 'no-store',
      })
      .send(zip);
  }

  mount(
    app,
    platform,
    'privacy',
    privacy,
    {
      show: async (tx, { member }) => ({ data: await readMyData(tx, member.id) }),

      export: withoutTransaction((_platform, call) =>
        sendZip(call, call.member.id, (tx) =>
          noteMetRequest(tx, { memberId: call.member.id, kind: 'access', details: '' }),
        ),
      ),

      askErasureLink: withoutTransaction(async (_platform, call) => {
        const { id } = call.school.tenant;
        const { member } = call;
        await reserveAttempt(database, id, [
          { key: `erasure-link:${member.id}`, max: limits.erasureLinksPerHour, minutes: 60 },
        ]);
        await database.transaction(id, (tx) =>
          mailLink(tx, { account: member, purpose: 'erasure', ...mailedFrom(call) }),
        );
        return { message: call.t(messages.linkSent) };
      }),

      erase: withoutTransaction(async (_platform, call) => {
        const { body, member, school, reply, request } = call;
        const { id } = school.tenant;
        if (!body.password && !body.token) throw invalid({ password: [messages.proofNeeded] });
        const key = `erasure:${member.id}`;
        await reserveAttempt(database, id, [{ key, max: limits.erasureTriesPerHour, minutes: 60 }]);
        if (!body.token) await provePassword(id, member, body.password!);
        const { eraseAt } = await database.transaction(id, async (tx) => {
          if (body.token && !(await consumeErasureProof(tx, member.id, body.token)))
            throw invalid({ token: [signIn.linkGone] });
          const erasure = await beginErasure(tx, { memberId: member.id, by: null });
          await mailErasure(tx, erasure, mailedFrom(call));
          return erasure;
        });
        await refundAttempt(database, id, [key]);
        clearSessionCookie(request, reply);
        return {
          message: call.t(messages.erasureAsked, { days: limits.erasureDays }),
          data: { erase_at: eraseAt },
        };
      }),

      cancelErasure: withoutTransaction(async (_platform, { body, school, request, t }) => {
        const { id } = school.tenant;
        await reserveAttempt(database, id, [
          { key: `erasure-cancel:${request.ip}`, max: MAX_CANCELLATIONS, minutes: 15 },
        ]);
        await database.transaction(id, (tx) => cancelErasure(tx, body.token));
        return { message: t(messages.erasureCancelled) };
      }),

      acceptTerms: async (tx, { member, t }) => ({
        message: t(messages.termsAccepted),
        data: await acceptTerms(tx, member.id),
      }),

      ask: async (tx, { member, body: { kind, details }, t }) => ({
        data: await addSchoolRequest(tx, { memberId: member.id, kind, details }),
        message: t(messages.requestSent, { days: limits.requestDays }),
      }),

      exportMember: withoutTransaction(async (_platform, call) => {
        const { params, member, school } = call;
        const { id } = school.tenant;
        await database.readTransaction(id, (tx) => requireManaged(tx, params.id, member));
        await sendZip(call, params.id, async (tx) => {
          await recordView(tx, { memberId: params.id, viewerId: member.id, what: 'export' });
          await noteMetRequest(tx, { memberId: params.id, kind: 'access', details: '' });
          await writeAuditEntry(tx, 'privacy.exportMember', call);
        });
      }),

      eraseMember: async (tx, call) => {
        const { params, member, t } = call;
        if (params.id === member.id) throw refuse('own_erasure', messages.ownErasure, 409);
        const { id, roles } = member;
        const erasure = await beginErasure(tx, { memberId: params.id, by: { id, roles } });
        await mailErasure(tx, erasure, mailedFrom(call));
        return {
          message: t(messages.memberErasureAsked, { days: limits.erasureDays }),
          data: { erase_at: erasure.eraseAt },
        };
      },

      requests: (tx, { query }) => listRequests(tx, query),

      addRequest: async (tx, { body, t }) => {
        const { member_id, kind, details } = body;
        await requireMember(tx, member_id);
        const { id } = await addRequest(tx, { memberId: member_id, kind, details });
        return { message: t(messages.requestAdded), data: await findRequest(tx, id) };
      },

      answerRequest: async (tx, { params, body, t }) => ({
        data: await answerRequest(tx, params.id, body.answer),
        message: t(messages.requestDone),
      }),

      retention: async (tx) => ({ data: await readRetention(tx) }),

      changeRetention: async (tx, { body, t }) => ({
        data: await changeRetention(tx, body),
        message: t(messages.retentionSaved),
      }),
    },
    {
      subjects: {
        eraseMember: 'members',
        exportMember: 'members',
        answerRequest: 'data_requests',
      },
    },
  );

  async function provePassword(tenantId: number, member: Member, password: string) {
    const hash = await database.readTransaction(tenantId, (tx) => findPasswordHash(tx, member.id));
    const owner = { tenantId, account: member.email.toLowerCase() };
    if (!(await passwordMatches(owner, password, hash)))
      throw invalid({ password: [messages.wrongPassword] });
  }
}

/** Maximum number of cancellations per address, wrong tokens included. */
const MAX_CANCELLATIONS = 50;

async function requireMember({ db }: TenantTransaction, id: number) {
  const member = await db
    .selectFrom('members')
    .select('roles')
    .where('id', '=', id)
    .where('erase_at', 'is', null)
    .executeTakeFirst();
  if (!member) throw notFound();
  return member;
}

/** Only owners may open the record of an owner. */
async function requireManaged(tx: TenantTransaction, id: number, requester: Member) {
  const { roles } = await requireMember(tx, id);
  if (roles.includes('owner') && !requester.roles.includes('owner'))
    throw refuse('owners_only', messages.ownersOnly, 403);
}
