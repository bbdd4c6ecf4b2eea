import { DAY_MS, MINUTE_MS } from '@vitrine/contract/durations';
import { limits, messages } from '@vitrine/contract/privacy';
import type { Role } from '@vitrine/contract/roles';
import { messages as signIn } from '@vitrine/contract/sessions';
import { sql, type ExpressionBuilder } from 'kysely';
import { refusePersonal } from '../../kit/files/files.store.ts';
import { deleteRefused } from '../../kit/files/remove-files.ts';
import { forgetMember, removedMember, unnameMentions } from '../../kit/privacy/forget-member.ts';
import { lockUntilCommit } from '../../kit/rows/named-locks.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import type { DB } from '../../platform/database.types.ts';
import { enqueue, task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { addRequest, closeErasureRequests } from './requests.store.ts';

/** The member's columns that an erasure empties and a cancellation restores. */
interface ErasedColumns {
  name: string;
  email: string;
  bio: string;
  photo_url: string | null;
  password_hash: string | null;
  roles: Role[];
  in_ranking: boolean;
  language: string | null;
}

const erasedColumns = [
  'name',
  'email',
  'bio',
  'photo_url',
  'password_hash',
  'roles',
  'in_ranking',
  'language',
] as const satisfies (keyof ErasedColumns)[];

const columnsHeldBy = ({ held }: { held: unknown }) => held as ErasedColumns;

interface ErasureRequest {
  memberId: number;
  /** The admin who requests the erasure. Null where the person does. */
  by: { roles: Role[] } | null;
}

/** An erasure that has begun. Sign-in is refused from now on (contract, People). */
export interface BegunErasure {
  eraseAt: Date;
  /** Token of the link that cancels the erasure. Only a mail carries it. */
  token: string;
  account: { id: number; name: string; email: string; language: string | null };
}

/**
 * Ends every session and link, and hides the member's identity (contract, People). Links and e-mail
 * changes are deleted before the member is locked: their use takes the locks in the same order.
 */
export async function beginErasure(
  tx: TenantTransaction,
  { memberId, by }: ErasureRequest,
): Promise<BegunErasure> {
  const { db } = tx;
  await lockUntilCommit(tx, 'owners');
  await db.deleteFrom('sign_in_links').where('member_id', '=', memberId).execute();
  await db.deleteFrom('email_changes').where('member_id', '=', memberId).execute();
  const member = orNotFound(
    await db
      .selectFrom('members')
      .select(erasedColumns)
      .where('id', '=', memberId)
      .where('erase_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (by && member.roles.includes('owner') && !by.roles.includes('owner'))
    throw refuse('owners_only', messages.ownersOnly, 403);
  if (member.roles.includes('owner')) await keepAnotherOwner(tx, memberId);

  const token = newToken();
  const eraseAt = new Date(Date.now() + limits.erasureDays * DAY_MS);
  await db
    .insertInto('member_erasures')
    .values({
      member_id: memberId,
      token_hash: hashToken(token),
      held: JSON.stringify(member),
    })
    .execute();
  await db
    .updateTable('members')
    .set({
      name: removedMember,
      email: `erased-${memberId}@${UNREACHABLE_DOMAIN}`,
      bio: '',
      photo_url: null,
      password_hash: null,
      roles: ['student'],
      in_ranking: false,
      language: null,
      erase_at: eraseAt,
    })
    .where('id', '=', memberId)
    .execute();
  await db.deleteFrom('sessions').where('member_id', '=', memberId).execute();
  await unnameMentions(tx, memberId, removedMember);
  await addRequest(tx, { memberId, kind: 'erasure', details: '' });
  await enqueueErasure(tx, memberId, { runAt: eraseAt });
  return { eraseAt, token, account: { id: memberId, ...member } };
}

/** An erasure that is late by this much has no job that still tries. */
const OVERDUE_HOURS = 12;

/** Enqueues the erasures again whose jobs have failed for good, as with a store that was away. */
export async function enqueueOverdueErasures(tx: TenantTransaction) {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM member_erasures e JOIN members m ON m.id = e.member_id
    WHERE m.erase_at < now() - make_interval(hours => ${OVERDUE_HOURS})`.execute(tx.db);
  for (const { id } of rows) await enqueueErasure(tx, id, { delayMs: 0 });
}

/** A domain that gets no mail (RFC 2606). */
const UNREACHABLE_DOMAIN = 'erased.invalid';

async function keepAnotherOwner({ db }: TenantTransaction, memberId: number) {
  const otherOwner = await db
    .selectFrom('members')
    .select('id')
    // The index of staff finds owners, however many students there are.
    .where(sql<boolean>`is_staff(roles) AND roles @> '{owner}'`)
    .where('id', '<>', memberId)
    .limit(1)
    .executeTakeFirst();
  if (!otherOwner) throw refuse('last_owner', messages.lastOwner, 409);
}

const enqueueErasure = (
  tx: TenantTransaction,
  memberId: number,
  time: { runAt: Date } | { delayMs: number },
) => enqueue(tx, 'erase-member', { memberId }, { key: `erase-member:${memberId}`, ...time });

/**
 * Makes a new link for an account that waits for its erasure. The former link ends. Null where there
 * is nothing to cancel any more, also before a late job erases.
 */
export async function renewErasureLink({ db }: TenantTransaction, memberId: number) {
  const token = newToken();
  const row = await db
    .updateTable('member_erasures')
    .set({ token_hash: hashToken(token) })
    .where('member_id', '=', memberId)
    .where('member_id', 'in', cancellable)
    .returning('held')
    .executeTakeFirst();
  if (!row) return null;
  const { name, email, language } = columnsHeldBy(row);
  return { token, account: { id: memberId, name, email, language } };
}

/** The accounts whose erasure has begun and is not due yet. */
const cancellable = ({ selectFrom }: ExpressionBuilder<DB, 'member_erasures'>) =>
  selectFrom('members').select('id').where('erase_at', '>', new Date());

/**
 * Restores the account. The job of the erasure locks the same row, so only one of them takes
 * effect. It comes back without the rights of staff: while it was closed, no owner could take them
 * (decision 130).
 */
export async function cancelErasure(tx: TenantTransaction, token: string) {
  const { db } = tx;
  const erasure = await db
    .deleteFrom('member_erasures')
    .where('token_hash', '=', hashToken(token))
    .where('member_id', 'in', cancellable)
    .returning(['member_id', 'held'])
    .executeTakeFirst();
  if (!erasure) throw refuse('link_gone', signIn.linkGone, 401);
  const { member_id } = erasure;
  const columns = { ...columnsHeldBy(erasure), roles: ['student' as const] };
  // The unique index refuses an e-mail that has a new account meanwhile.
  await db
    .updateTable('members')
    .set({ ...columns, erase_at: null })
    .where('id', '=', member_id)
    .execute();
  await unnameMentions(tx, member_id, columns.name);
  await closeErasureRequests(tx, member_id);
}

/** A backup keeps files. An erasure waits for its end, so that no file outlives the account. */
const BACKUP_RETRY_MS = MINUTE_MS;

/**
 * Registers the job that erases. It deletes objects before the rows that name them, so an
 * interrupted run finds them again. A cancelled erasure has no row, and the job does nothing.
 */
export function eraseMembers(platform: Platform) {
  task<{ memberId: number }>('erase-member', async ({ tenantId, payload, database }) => {
    const { memberId } = payload;
    const due = await refusePersonalFiles(database, tenantId, memberId);
    if (!due) return;
    if (!(await deleteRefused(platform, tenantId, due))) {
      await database.transaction(tenantId, (tx) =>
        enqueueErasure(tx, memberId, { delayMs: BACKUP_RETRY_MS }),
      );
      return;
    }
    await database.transaction(tenantId, async (tx) => {
      const erasure = await dueErasure(tx, memberId);
      if (!erasure) return;
      const { name, email } = columnsHeldBy(erasure);
      await forgetMember(tx, { id: memberId, name, email });
      await tx.db.deleteFrom('members').where('id', '=', memberId).execute();
    });
  });
}

const dueErasure = ({ db }: TenantTransaction, memberId: number) =>
  db
    .selectFrom('member_erasures as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.held', 'm.erase_at'])
    .where('e.member_id', '=', memberId)
    // The clock that made the job due. The server's may be behind.
    .where('m.erase_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();

/**
 * Makes the personal files impossible to claim or open. Images and files of posts stay with the
 * posts.
 */
async function refusePersonalFiles(database: Database, tenantId: number, memberId: number) {
  return database.transaction(tenantId, async (tx) => {
    const erasure = await dueErasure(tx, memberId);
    if (!erasure) return null;
    const { photo_url } = columnsHeldBy(erasure);
    const photo = photo_url?.split('/').at(-1)?.split('?')[0] ?? '';
    return refusePersonal(tx, { memberId, photo });
  });
}
