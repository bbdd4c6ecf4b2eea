import { languageOrDefault } from '@vitrine/contract/languages';
import { hrefOf, pages } from '@vitrine/contract/pages';
import { isStaffRole } from '@vitrine/contract/roles';
import { translate } from '@vitrine/contract/texts';
import { readMailSchool } from '../../kit/mail-school.ts';
import { pushTo } from '../../kit/push.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { task } from '../../platform/jobs.ts';
import { mailPage } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import {
  MAX_AHEAD_DAYS,
  mendFarReminder,
  openCourseTitle,
  takeDueReminder,
} from './reminders.store.ts';

const mailTexts = {
  subject: 'Hora de estudar: {{title}}',
  greeting: 'Olá, {{name}}!',
  text: 'Você pediu para lembrar: {{title}}.',
  textOfCourse: 'Você pediu para lembrar: {{title}}. O curso {{course}} espera por você.',
  button: 'Estudar agora',
  after: 'Para mudar ou desligar este lembrete, abra {{url}}',
} as const;

interface ReminderJob {
  id: number;
  /** The moment, as JSON. */
  due: string;
}

task<ReminderJob>(
  'mail-reminder',
  ({ tenantId, payload, database }) =>
    database.transaction(tenantId, (tx) => mailReminder(tx, payload)),
  { retriedDaily: true, maxAheadDays: MAX_AHEAD_DAYS },
);

/** One transaction takes the moment, writes the mail and sets the next job: all or none. */
async function mailReminder(tx: TenantTransaction, { id, due }: ReminderJob) {
  const reminder = await takeDueReminder(tx, id, new Date(due));
  if (!reminder) return mendFarReminder(tx, id);
  const { member, title, course_id, base_url } = reminder;
  const staff = member.roles.some(isStaffRole);
  const course = course_id && (await openCourseTitle(tx, { id: member.id, staff }, course_id));
  const language = languageOrDefault(member.language);
  const t = (text: string, values = {}) =>
    translate(language, text, { title, name: member.name, course: course || '', ...values });
  const path = course_id && course ? hrefOf('course', { id: course_id }) : pages.homepage.path;
  const school = await readMailSchool(tx);
  await sendMail(tx, {
    kind: 'reminder',
    memberId: member.id,
    recipient: member.email,
    subject: t(mailTexts.subject),
    ...mailPage({
      school,
      language,
      greeting: t(mailTexts.greeting),
      text: t(course ? mailTexts.textOfCourse : mailTexts.text),
      button: t(mailTexts.button),
      url: `${base_url}${path}`,
      after: t(mailTexts.after, { url: `${base_url}${pages.reminders.path}` }),
    }),
  });
  await pushTo(tx, member.id, {
    title: school.name,
    text: t(mailTexts.subject),
    url: path,
    tag: `reminder-${id}`,
  });
}
