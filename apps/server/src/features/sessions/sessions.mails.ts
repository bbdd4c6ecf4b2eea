import { languageOrDefault, type Language } from '@vitrine/contract/languages';
import type { MailKind } from '@vitrine/contract/mails';
import { pages } from '@vitrine/contract/pages';
import { translate } from '@vitrine/contract/texts';
import { readMailSchool } from '../../kit/mail-school.ts';
import { countAttempt, mailboxLimit } from '../../platform/attempt-limits.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { awaitedTask } from '../../platform/jobs.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import { findAccount, lockAccount } from './accounts.store.ts';
import { createLink, recentLinks, type Purpose, type RecentLinks } from './links.store.ts';

/**
 * Bounds the mails to one mailbox that strangers request, from all addresses together (safety, Sign-in).
 * After the day's links one an hour still leaves, so that a flood locks nobody out (decision 0129).
 */
const MAX_LINKS_IN_TEN_MINUTES = 5;
const MAX_LINKS_A_DAY = 20;

const mayMailLink = ({ tenMinutes, hour, day }: RecentLinks) =>
  tenMinutes < MAX_LINKS_IN_TEN_MINUTES && (day < MAX_LINKS_A_DAY || hour === 0);

/** An owner's link is printed, never mailed. */
type MailedPurpose = Exclude<Purpose, 'owner'>;

const mailKinds = {
  sign_in: 'sign_in',
  password: 'password',
  invitation: 'invitation',
  erasure: 'erasure_link',
} as const satisfies Record<MailedPurpose, MailKind>;

const wordings = {
  sign_in: {
    path: pages.magicLink.path,
    subject: 'Seu link para entrar em {{school}}',
    text: 'Use o botão abaixo para entrar. O link vale por 10 minutos e só funciona uma vez.',
    button: 'Entrar',
  },
  password: {
    path: pages.password.path,
    subject: 'Nova senha em {{school}}',
    text: 'Use o botão abaixo para criar uma nova senha. O link vale por uma hora. Se não foi você que pediu, ignore este e-mail.',
    button: 'Criar nova senha',
  },
  invitation: {
    path: pages.password.path,
    subject: 'Seu acesso a {{school}}',
    text: 'Você recebeu acesso a {{school}}. Crie sua senha para entrar; o link vale por 7 dias.',
    button: 'Criar senha e entrar',
  },
  erasure: {
    path: pages.myData.path,
    subject: 'Confirme a exclusão da sua conta em {{school}}',
    text: 'Use o botão abaixo para confirmar que quer apagar a sua conta. O link vale por 10 minutos. Se não foi você que pediu, ignore este e-mail.',
    button: 'Confirmar exclusão',
  },
} satisfies Record<MailedPurpose, object>;

interface LinkMail {
  /** The language of the page that asks for the mail, until the member has chosen one. */
  account: { id: number; name: string; email: string; language: string | null };
  purpose: MailedPurpose;
  /** Origin of the school, as the person knows it. */
  base: string;
  browserHash?: Buffer | null;
  /** The page that the link leads to, a path of the school. */
  next?: string | null;
  /** Job priority, for one of many invitations (`bulkPriority`). */
  priority?: number;
}

/**
 * Writes a link and the mail that carries it, in one transaction. Throws 429 for the eleventh invitation
 * of a day to one mailbox, also where its person was removed and added again.
 */
export async function mailLink(
  tx: TenantTransaction,
  { account, purpose, base, browserHash, next, priority = 0 }: LinkMail,
) {
  if (purpose === 'invitation') await countAttempt(tx, [mailboxLimit(purpose, account.email)]);
  const { path, subject, text, button } = wordings[purpose];
  const language = languageOrDefault(account.language);
  const school = await readMailSchool(tx);
  const t = (sentence: string) =>
    translate(language, sentence, { school: school.name, name: account.name });
  const { token, code } = await createLink(tx, {
    memberId: account.id,
    purpose,
    browserHash: browserHash ?? null,
  });
  const url = `${base}${path}?token=${token}${next ? `&next=${encodeURIComponent(next)}` : ''}`;
  const after = browserHash
    ? translate(language, 'Em outro aparelho, digite este código: {{code}}', { code })
    : '';
  const mail = {
    kind: mailKinds[purpose],
    memberId: account.id,
    recipient: account.email,
    subject: t(subject),
    ...mailPage({
      school,
      language,
      greeting: t('Olá, {{name}}!'),
      text: t(text),
      button: t(button),
      url,
      after,
    }),
  };
  await sendMail(tx, mail, { priority });
}

/** Makes the link of such a mail for staff to hand over. */
export async function linkToPassword(
  tx: TenantTransaction,
  {
    base,
    ...link
  }: { memberId: number; handedBy: number; purpose: 'password' | 'invitation'; base: string },
) {
  const { token, expiresAt } = await createLink(tx, link);
  return { url: `${base}${wordings[link.purpose].path}?token=${token}`, expires_at: expiresAt };
}

interface LinkPayload {
  /** Origin of the school. */
  base: string;
  email: string;
  purpose: MailedPurpose;
  browser?: string;
  next?: string | null;
  /** A browser in which the account has signed in. It has a limit of its own (decision 0129). */
  isKnownBrowser?: boolean;
  /** The language of the page that asked. A job of an older version has none. */
  language?: Language;
}

/**
 * A job looks the e-mail up, so that the request takes equally long for known and unknown e-mails.
 */
awaitedTask<LinkPayload>('mail-link', async ({ tenantId, payload, database }) => {
  const { email, purpose, base, browser, next, isKnownBrowser, language = null } = payload;
  await database.transaction(tenantId, async (tx) => {
    const found = await findAccount(tx, email);
    if (!found) return;
    const account = { ...found, language: found.language ?? language };
    await lockAccount(tx, account.id); // two jobs would count the same links
    if (!isKnownBrowser && !mayMailLink(await recentLinks(tx, account.id, purpose))) return;
    const browserHash = browser ? Buffer.from(browser, 'base64url') : null;
    await mailLink(tx, { account, purpose, base, browserHash, next: next ?? null });
  });
});
