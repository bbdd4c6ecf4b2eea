import { limits, mails, messages } from '@vitrine/contract/mails';
import { pages } from '@vitrine/contract/pages';
import type { FastifyInstance } from 'fastify';
import { withPreparation } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { readMailSchool } from '../../kit/mail-school.ts';
import { reserveAttempt } from '../../platform/attempt-limits.ts';
import type { Config } from '../../platform/config.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { listMails, retryAddress } from './mails.store.ts';

const testMailTexts = {
  subject: 'E-mail de teste de {{school}}',
  greeting: 'Olá, {{name}}!',
  text: 'É assim que os e-mails de {{school}} chegam: com o nome, as cores e o logo da escola.',
  button: 'Abrir a escola',
  after: 'Se este e-mail caiu no spam, peça a quem cuida do domínio para conferir SPF e DKIM.',
} as const;

function testMessage({ smtpUrl, devMail }: Config) {
  if (smtpUrl) return messages.testSent;
  return devMail ? messages.testHere : messages.testNotSent;
}

/** Ours: the mails of the school, and why one did not arrive (decision 0050). */
export function mountMails(app: FastifyInstance, platform: Platform) {
  const { config } = platform;
  mount(
    app,
    platform,
    'mails',
    mails,
    {
      list: async (tx, { query }) => ({
        ...(await listMails(tx, query)),
        delivers: config.smtpUrl !== null,
      }),

      test: withPreparation(
        ({ database }, { school, member }) =>
          reserveAttempt(database, school.tenant.id, [
            { key: `test-mail:${member.id}`, max: limits.testsPerHour, minutes: 60 },
          ]),
        async (tx, { member, school, request, language, t }) => {
          const values = { school: school.tenant.name, name: member.name };
          const page = mailPage({
            school: await readMailSchool(tx),
            language,
            greeting: t(testMailTexts.greeting, values),
            text: t(testMailTexts.text, values),
            button: t(testMailTexts.button),
            url: schoolOrigin(config, school, request) + pages.homepage.path,
            after: t(testMailTexts.after),
          });
          await sendMail(tx, {
            kind: 'test',
            memberId: member.id,
            recipient: member.email,
            subject: t(testMailTexts.subject, values),
            ...page,
          });
          return { message: t(testMessage(config), { email: member.email }) };
        },
      ),

      retryAddress: async (tx, { params, t }) => {
        await retryAddress(tx, params.id);
        return { message: t(messages.retried) };
      },

      retryOwnAddress: async (tx, { member, t }) => {
        await retryAddress(tx, member.id);
        return { message: t(messages.retried) };
      },
    },
    { subject: 'members' },
  );
}
