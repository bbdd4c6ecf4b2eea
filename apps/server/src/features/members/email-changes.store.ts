import { HOUR_MS } from '@vitrine/contract/durations';
import { languageOrDefault } from '@vitrine/contract/languages';
import { messages, type EmailChange } from '@vitrine/contract/members';
import { pages } from '@vitrine/contract/pages';
import type { Role } from '@vitrine/contract/roles';
import { translate } from '@vitrine/contract/texts';
import type * as z from 'zod/mini';
import { readMailSchool } from '../../kit/mail-school.ts';
import { memberIdByEmail } from '../../kit/member-by-email.ts';
import { invalid, orNotFound, refuse } from '../../platform/app-error.ts';
import { countAttempt, mailboxLimit } from '../../platform/attempt-limits.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { lockOpenLinks } from '../sessions/links.store.ts';

const LIFE_HOURS = 24;

/** A new e-mail that somebody asks for. */
export interface EmailChangeRequest {
  memberId: number;
  email: string;
  /** Roles of the admin who changes it. Null where the member does. */
  requesterRoles: Role[] | null;
  /** Origin of the school. */
  base: string;
}

/**
 * Writes the change, and a mail with a link to each of the two addresses. An admin gets 409 for an
 * address that another member has.
 */
export async function requestEmailChange(tx: TenantTransaction, request: EmailChangeRequest) {
  const { db } = tx;
  await lockPendingChange(tx, request.memberId);
  // The lock serialises two changes of one account. The links of the later one are valid.
  const account = orNotFound(
    await db
      .selectFrom('members')
      .select(['id', 'name', 'email', 'roles', 'language'])
      .where('id', '=', request.memberId)
      .where('erase_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (
    request.requesterRoles &&
    account.roles.includes('owner') &&
    !request.requesterRoles.includes('owner')
  )
    throw refuse('owners_only', messages.ownersOnlyEmail, 403);
  if (account.email === request.email) throw invalid({ email: [messages.sameEmail] });
  // Admins see the list of members. A member must not learn whose address it is (safety, Sign-in): the
  // confirmation is refused then, to somebody who reads both mailboxes.
  if (request.requesterRoles) await refuseTakenEmail(tx, request.email, account.id);
  await countAttempt(tx, [mailboxLimit('email_change', request.email)]);

  const tokens = { old: newToken(), new: newToken() };
  const change = {
    old_email: account.email,
    new_email: request.email,
    old_token_hash: hashToken(tokens.old),
    new_token_hash: hashToken(tokens.new),
    old_confirmed_at: null,
    new_confirmed_at: null,
    expires_at: new Date(Date.now() + LIFE_HOURS * HOUR_MS),
  };
  await db
    .insertInto('email_changes')
    .values({ member_id: account.id, ...change })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet(change))
    .execute();

  const language = languageOrDefault(account.language);
  const school = await readMailSchool(tx);
  const t = (text: string) =>
    translate(language, text, { school: school.name, name: account.name, email: request.email });
  for (const [recipient, token] of [
    [account.email, tokens.old],
    [request.email, tokens.new],
  ] as const)
    await sendMail(tx, {
      kind: 'email_change',
      memberId: account.id,
      recipient,
      subject: t('Confirme o novo e-mail em {{school}}'),
      ...mailPage({
        school,
        language,
        greeting: t('Olá, {{name}}!'),
        text: t(
          'O e-mail da sua conta vai mudar para {{email}} quando os dois endereços confirmarem. O link vale por 24 horas. Se não foi você que pediu, não confirme.',
        ),
        button: t('Confirmar novo e-mail'),
        url: `${request.base}${pages.confirmEmail.path}?token=${token}`,
      }),
    });
}

/**
 * Confirms one address. Returns 'half' until both have confirmed. The unique index refuses an
 * address that another member has taken since.
 */
export async function confirmEmailChange(
  { db }: TenantTransaction,
  token: string,
): Promise<'gone' | 'half' | 'changed'> {
  const hash = hashToken(token);
  const pendingChange = db
    .selectFrom('email_changes')
    .selectAll()
    .where(({ eb, or }) => or([eb('old_token_hash', '=', hash), eb('new_token_hash', '=', hash)]))
    .where('expires_at', '>', new Date());
  const found = await pendingChange.executeTakeFirst();
  if (!found) return 'gone';
  // The use of a link and an erasure lock the links before the change. Another order would deadlock.
  await lockOpenLinks({ db }, found.member_id);
  const change = await pendingChange.forUpdate().executeTakeFirst();
  if (!change) return 'gone';
  const side = change.old_token_hash.equals(hash) ? 'old' : 'new';
  if (change[`${side}_confirmed_at`]) return 'gone';
  const { member_id } = change;
  if (!change[side === 'old' ? 'new_confirmed_at' : 'old_confirmed_at']) {
    await db
      .updateTable('email_changes')
      .set({ [`${side}_confirmed_at`]: new Date() })
      .where('member_id', '=', member_id)
      .execute();
    return 'half';
  }
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ email: change.new_email })
    .where('id', '=', member_id)
    .where('email', '=', change.old_email)
    .executeTakeFirst();
  await db.deleteFrom('email_changes').where('member_id', '=', member_id).execute();
  // Ends the links in the old mailbox.
  await db
    .updateTable('sign_in_links')
    .set({ used_at: new Date() })
    .where('member_id', '=', member_id)
    .where('used_at', 'is', null)
    .execute();
  // Who keeps the old mailbox stops no mails to the new one.
  await db
    .updateTable('notification_preferences')
    .set({ unsubscribe_token: newToken() })
    .where('member_id', '=', member_id)
    .where('unsubscribe_token', 'is not', null)
    .execute();
  return numUpdatedRows ? 'changed' : 'gone';
}

/** The pending change of an account, or null. */
export async function findEmailChange(
  { db }: TenantTransaction,
  memberId: number,
): Promise<z.output<typeof EmailChange> | null> {
  const change = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return change
    ? {
        email: change.new_email,
        old_confirmed: change.old_confirmed_at !== null,
        new_confirmed: change.new_confirmed_at !== null,
        expires_at: change.expires_at.toISOString(),
      }
    : null;
}

/** A confirmation and an erasure lock the change before the account. Another order would deadlock. */
const lockPendingChange = ({ db }: TenantTransaction, memberId: number) =>
  db
    .selectFrom('email_changes')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .execute();

async function refuseTakenEmail({ db }: TenantTransaction, email: string, memberId: number) {
  const otherMember = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberIdByEmail(email))
    .where('id', '!=', memberId)
    .executeTakeFirst();
  if (otherMember)
    throw refuse('email_taken', messages.emailTaken, 409, {
      errors: { email: [messages.emailTaken] },
    });
}
