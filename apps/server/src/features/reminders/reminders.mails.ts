import { isLanguage } from '@vitrine/contract/languages';
import { hrefOf, pages } from '@vitrine/contract/pages';
import { translate } from '@vitrine/contract/texts';
import { task } from '../../platform/jobs.ts';
import { readMailSchool } from '../../kit/mail-school.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { pushTo } from '../../kit/push.ts';
import { sendMail } from '../../platform/mail.ts';
import { openCourseTitle, takeDueReminder } from './reminders.store.ts';

const wording = {
  subject: 'Hora de estudar: {{title}}',
  greeting: 'Olá, {{name}}!',
  text: 'Você pediu para lembrar: {{title}}.',
  textOfCourse: 'Você pediu para lembrar: {{title}}. O curso {{course}} espera por você.',
  button: 'Estudar agora',
  after: 'Para mudar ou desligar este lembrete, abra {{url}}',
} as const;

/** One transaction takes the moment, writes the mail and sets the next job: all or none. */
task('mail-reminder', async ({ tenantId, payload, database }) => {
  const { id, due } = payload as { id: number; due: string };
  await database.transaction(tenantId, async (tx) => {
    const taken = await takeDueReminder(tx, id, new Date(due));
    if (!taken) return;
    const { member, title, course_id, base_url } = taken;
    const staff = member.roles.some((role) => role !== 'student');
    const course = course_id && (await openCourseTitle(tx, { id: member.id, staff }, course_id));
    const language = isLanguage(member.language) ? member.language : 'pt';
    const t = (text: string, values = {}) =>
      translate(language, text, { title, name: member.name, course: course || '', ...values });
    const path = course_id && course ? hrefOf('course', { id: course_id }) : pages.homepage.path;
    const school = await readMailSchool(tx);
    await sendMail(tx, {
      kind: 'reminder',
      memberId: member.id,
      recipient: member.email,
      subject: t(wording.subject),
      ...mailPage({
        school,
        language,
        greeting: t(wording.greeting),
        text: t(course ? wording.textOfCourse : wording.text),
        button: t(wording.button),
        url: `${base_url}${path}`,
        after: t(wording.after, { url: `${base_url}${pages.reminders.path}` }),
      }),
    });
    await pushTo(tx, member.id, {
      title: school.name,
      text: t(wording.subject),
      url: path,
      tag: `reminder-${id}`,
    });
  });
});
