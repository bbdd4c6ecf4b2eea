import { languageOrDefault } from '@vitrine/contract/languages';
import { pages } from '@vitrine/contract/pages';
import { limits } from '@vitrine/contract/privacy';
import { translate } from '@vitrine/contract/texts';
import { readMailSchool } from '../../kit/mail-school.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { awaitedTask } from '../../platform/jobs.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import { renewErasureLink, type BegunErasure } from './erasures.store.ts';

/**
 * Mails the link that cancels the erasure. There is no other way back. `base` is the school's
 * origin.
 */
export async function mailErasure(
  tx: TenantTransaction,
  { account, token }: Pick<BegunErasure, 'account' | 'token'>,
  base: string,
) {
  const language = languageOrDefault(account.language);
  const school = await readMailSchool(tx);
  const t = (text: string) =>
    translate(language, text, {
      school: school.name,
      name: account.name,
      days: limits.erasureDays,
    });
  await sendMail(tx, {
    kind: 'erasure',
    memberId: account.id,
    recipient: account.email,
    subject: t('Sua conta em {{school}} será apagada'),
    ...mailPage({
      school,
      language,
      greeting: t('Olá, {{name}}!'),
      text: t(
        'Sua conta já está fechada, e os dados serão apagados {{days}} dias depois do pedido. Se mudou de ideia, use o botão abaixo antes disso.',
      ),
      button: t('Cancelar a exclusão'),
      url: `${base}${pages.cancelErasure.path}?token=${token}`,
    }),
  });
}

/** A sign-in with the right password enqueues it (features/sessions). */
awaitedTask<{ memberId: number; base: string }>(
  'mail-erasure-link',
  async ({ tenantId, payload, database }) => {
    const { memberId, base } = payload;
    await database.transaction(tenantId, async (tx) => {
      const link = await renewErasureLink(tx, memberId);
      if (link) await mailErasure(tx, link, base);
    });
  },
);
