import { languageOrDefault } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';
import { liveHref } from '@vitrine/contract/urls';
import { readMailSchool } from '../../kit/mail-school.ts';
import { notifyOfLive } from '../../kit/notify/notify-of-live.ts';
import { bulkPriority, task } from '../../platform/jobs.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import { MEMBERS_PER_TURN, takeDueReminders } from './live-reminders.store.ts';

const wording = {
  subject: 'Ao vivo daqui a pouco: {{title}}',
  subjectNow: 'Ao vivo agora: {{title}}',
  greeting: 'Olá, {{name}}!',
  text: '{{title}} começa em {{count}} minuto.|{{title}} começa em {{count}} minutos.',
  textNow: '{{title}} já começou.',
  button: 'Abrir a transmissão',
  after: 'Você pediu este lembrete na página da transmissão.',
} as const;

/** One transaction takes, notifies and mails the members: all or none. */
task<{ liveId: number }>('remind-of-live', async ({ tenantId, payload, database, signal }) => {
  const { liveId } = payload;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const from = after;
    const taken = await database.transaction(tenantId, async (tx) => {
      const due = await takeDueReminders(tx, liveId, from);
      if (!due) return [];
      const { title, minutes, members } = due;
      const school = await readMailSchool(tx);
      await notifyOfLive(
        tx,
        liveId,
        members.map(({ id }) => id),
      );
      const soon = minutes > 0;
      for (const [index, member] of members.entries()) {
        const { id, name, email, base_url } = member;
        const language = languageOrDefault(member.language);
        const t = (text: string, values = {}) =>
          translate(language, text, { title, name, ...values });
        await sendMail(
          tx,
          {
            kind: 'reminder',
            memberId: id,
            recipient: email,
            subject: t(soon ? wording.subject : wording.subjectNow),
            ...mailPage({
              school,
              language,
              greeting: t(wording.greeting),
              text: soon ? t(wording.text, { count: minutes }) : t(wording.textNow),
              button: t(wording.button),
              url: `${base_url}${liveHref(liveId)}`,
              after: t(wording.after),
            }),
          },
          { priority: bulkPriority(index) },
        );
      }
      return members;
    });
    if (taken.length < MEMBERS_PER_TURN) return;
    after = taken.at(-1)!.id;
  }
});
