import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';

/** Asks for the mailbox of a development start (contract, Start). */
const ask = (world: Awaited<ReturnType<typeof openWorld>>, host: string) =>
  world.app.inject({ url: '/dev/mail', headers: { host } });

test('shows the mails of this school, as text and as a mail program draws them', async () => {
  const world = await openWorld({ DEV_MAIL: '1' });
  const school = await world.school();
  const neighbour = await world.school();
  const { email } = await school.join();
  await school.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  // A mail that a server took has no text any more.
  const sent = { kind: 'test', state: 'sent', recipient: 'took@example.com', html: '', plain: '' };
  await school.transaction(({ db }) =>
    db
      .insertInto('mails')
      .values({ ...sent, subject: 'Enviado' })
      .execute(),
  );

  const page = await ask(world, school.host);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(email);
  expect(page.body).not.toContain('took@example.com');
  expect(page.body).toContain('<iframe sandbox title=');
  expect(page.body).toContain('srcdoc="&lt;!doctype html&gt;');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await ask(world, neighbour.host)).body).not.toContain(email);
});

test('is 404 without DEV_MAIL', async () => {
  const world = await openWorld({ DEV_MAIL: '0' });
  const school = await world.school();
  expect((await ask(world, school.host)).body).not.toContain('E-mails de');
});
