import { expect, test } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { send } from '../../test/imports.ts';
import { ownDatabase } from '../../test/own-database.ts';
import { openSmtp } from '../../test/smtp.ts';

test("one school's 250 invitations stand behind another school's reset mail", async () => {
  const smtp = await openSmtp();
  const world = await openWorld({ SMTP_URL: smtp.url }, await ownDatabase());
  const [school, neighbour] = [await world.school(), await world.school()];
  const { email } = await neighbour.join();
  const rows = Array.from({ length: 250 }, (_, at) => `Pessoa ${at},p${at}@example.com`);
  const sheet = `name,email\n${rows.join('\n')}`;
  const sent = await send('/api/v1/members/import', sheet, school.owner, { name: 'a.csv' });
  expect(sent.status).toBe(202);
  await neighbour.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  expect(smtp.recipients[0]).toBe(email);
  expect(smtp.recipients).toHaveLength(251);
});
