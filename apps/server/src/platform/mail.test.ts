import type { MailKind } from '@vitrine/contract/mails';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { send } from '../../test/imports.ts';
import { ownDatabase } from '../../test/own-database.ts';
import { openSmtp } from '../../test/smtp.ts';
import { makeJobsDue, runSql } from '../../test/sql.ts';
import { enqueueRetentionIn } from '../kit/privacy/retention-job.ts';
import { openMailTransport } from './mail-transport.ts';
import { sendMail } from './mail.ts';

test('a reset mail is sent before 250 invitations of another school', async () => {
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

test('single mails of a school are sent after the first mail of another school', async () => {
  const smtp = await openSmtp();
  const world = await openWorld({ SMTP_URL: smtp.url }, await ownDatabase());
  const [school, neighbour] = [await world.school(), await world.school()];
  const own = await Promise.all(Array.from({ length: 50 }, () => school.join()));
  const { email } = await neighbour.join();
  const invited = Array.from({ length: 50 }, (_, at) => `i${at}@example.com`);
  for (const one of invited)
    await school.owner.post('/api/v1/members', { name: 'Rosa', email: one });
  const guest = 'vizinha@example.com';
  await neighbour.owner.post('/api/v1/members', { name: 'Rosa', email: guest });
  for (const one of own) await school.visitor.post('/api/v1/password/forgot', { email: one.email });
  await neighbour.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  // Schools take turns of 20. Invitations come after all mails that people wait for.
  expect(smtp.recipients.indexOf(email)).toBeLessThan(25);
  const invitations = smtp.recipients.filter((one) => one === guest || invited.includes(one));
  expect(smtp.recipients.slice(51)).toEqual(invitations);
  expect(invitations.indexOf(guest)).toBeLessThan(25);
  expect(smtp.recipients).toHaveLength(102);
});

test('reset requests of a school are looked up after the first of another school', async () => {
  const databaseUrl = await ownDatabase();
  const world = await openWorld({}, databaseUrl);
  const [school, neighbour] = [await world.school(), await world.school()];
  const own = await Promise.all(Array.from({ length: 50 }, () => school.join()));
  const { email } = await neighbour.join();
  for (const one of own) await school.visitor.post('/api/v1/password/forgot', { email: one.email });
  await neighbour.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  const rows = await runSql<Pick<Mail, 'recipient'>>(
    databaseUrl,
    'SELECT recipient FROM mails ORDER BY created_at',
  );
  expect(rows).toHaveLength(51);
  expect(rows.findIndex(({ recipient }) => recipient === email)).toBeLessThan(25);
});

describe('a mail', () => {
  const headersOf = async (env: Record<string, string>, name: string) => {
    const smtp = await openSmtp();
    const databaseUrl = await ownDatabase();
    const world = await openWorld({ SMTP_URL: smtp.url, ...env }, databaseUrl);
    const school = await world.school(name);
    const { email } = await school.join();
    await school.visitor.post('/api/v1/password/forgot', { email });
    await world.platform.jobs.runAll();
    return smtp.lines.slice(0, smtp.lines.indexOf(''));
  };
  const line = (lines: string[], name: string) =>
    lines.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2);

  test('comes from the school, by its name, and is an answer to nobody', async () => {
    const lines = await headersOf({ MAIL_FROM: 'ola@ação.example' }, 'Escola, "Aurora"');
    expect(line(lines, 'From')).toBe('"Escola, \\"Aurora\\"" <ola@xn--ao-siap.example>');
    expect(line(lines, 'Auto-Submitted')).toBe('auto-generated');
    expect(line(lines, 'X-Auto-Response-Suppress')).toBe('OOF, AutoReply');
    // Another installation has the same ids of schools and mails. A mailbox drops a second mail of one id.
    expect(line(lines, 'Message-ID')).toMatch(/^<mail-\d+-\d+-\d{13}@xn--ao-siap\.example>$/);
  });

  test('keeps a name that the operator chose', async () => {
    const lines = await headersOf({ MAIL_FROM: 'Escolas <ola@escolas.example>' }, 'Aurora');
    expect(line(lines, 'From')).toBe('Escolas <ola@escolas.example>');
  });
});

interface Mail {
  recipient: string;
  plain: string;
  html: string;
  state: string;
  error: string | null;
  sent_at: Date | null;
}

describe('the text of a mail, which may hold a sign-in link,', () => {
  const openMailWorld = async (smtpUrl: string) => {
    const databaseUrl = await ownDatabase();
    const world = await openWorld({ SMTP_URL: smtpUrl }, databaseUrl);
    const school = await world.school();
    const { email } = await school.join();
    await school.visitor.post('/api/v1/password/forgot', { email });
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    return {
      run: () => world.platform.jobs.runAll(),
      owner,
      mail: async () => {
        const { rows } = await owner.query<Mail>(
          'SELECT recipient, plain, html, state, error, sent_at FROM mails',
        );
        return rows[0]!;
      },
    };
  };
  test('is deleted after the mail was sent', async () => {
    const { run, mail } = await openMailWorld((await openSmtp()).url);
    await run();
    expect(await mail()).toMatchObject({ plain: '', html: '', error: null });
    expect((await mail()).sent_at).not.toBeNull();
  });

  test('stays for the next try, and is deleted when the last one fails', async () => {
    const { run, mail, owner } = await openMailWorld('smtp://127.0.0.1:1');
    await run();
    expect((await mail()).plain).toContain('token=');
    await owner.query(
      'UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1, run_at = now()',
    );
    await run();
    expect(await mail()).toMatchObject({
      plain: '',
      html: '',
      state: 'failed',
      error: expect.stringContaining('ECONNREFUSED'),
      sent_at: null,
    });
  });
});

describe('while the mail server lets nobody in,', () => {
  /** Has an invitation and a reset mail given up: eight tries each. */
  const openStoppedWorld = async () => {
    const smtp = await openSmtp();
    smtp.greeting.line = '535 5.7.8 authentication failed';
    const databaseUrl = await ownDatabase();
    const world = await openWorld({ SMTP_URL: smtp.url }, databaseUrl);
    const school = await world.school();
    const { email } = await school.join();
    await school.owner.post('/api/v1/members', { name: 'Rosa', email: 'rosa@example.com' });
    await school.visitor.post('/api/v1/password/forgot', { email });
    const run = () => world.platform.jobs.runAll();
    const giveUp = async () => {
      for (let tries = 0; tries < 8; tries += 1) {
        await run();
        await makeJobsDue(databaseUrl, 'send-mail');
      }
    };
    const states = () =>
      runSql(
        databaseUrl,
        "SELECT kind, state, plain <> '' AS text FROM mails ORDER BY kind, state",
      );
    await giveUp();
    return { smtp, databaseUrl, world, school, email, run, giveUp, states };
  };

  test('an invitation waits, and is sent once after the next mail that arrives', async () => {
    const { smtp, school, email, run, states } = await openStoppedWorld();
    expect(await states()).toEqual([
      { kind: 'invitation', state: 'waiting', text: true },
      { kind: 'password', state: 'failed', text: false }, // its link ends after an hour
    ]);
    await run(); // no try is left
    smtp.greeting.line = '';
    await school.visitor.post('/api/v1/password/forgot', { email });
    for (const _ of [1, 2]) await run();
    expect(smtp.recipients).toEqual([email, 'rosa@example.com']);
    expect(await states()).toMatchObject([
      { kind: 'invitation', state: 'sent', text: false },
      { kind: 'password', state: 'failed' },
      { kind: 'password', state: 'sent' },
    ]);
  });

  test('the daily job of a school tries an invitation again', async () => {
    const { smtp, school, run } = await openStoppedWorld();
    smtp.greeting.line = '';
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    for (const _ of [1, 2]) await run();
    expect(smtp.recipients).toEqual(['rosa@example.com']);
  });

  test('an invitation is given up after three days, and keeps no link', async () => {
    const { databaseUrl, school, run, giveUp, states } = await openStoppedWorld();
    await runSql(databaseUrl, "UPDATE mails SET created_at = created_at - interval '3 days'");
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await run();
    await giveUp();
    expect(await states()).toMatchObject([
      { kind: 'invitation', state: 'failed', text: false },
      { kind: 'password', state: 'failed' },
    ]);
  });
});

test('a mail server that repeats the password of the installation shows it to no school', async () => {
  const smtp = await openSmtp();
  const url = new URL(smtp.url);
  url.username = 'ana';
  url.password = 'segredo-smtp';
  const world = await openWorld({ SMTP_URL: url.href }, await ownDatabase());
  const { owner } = await world.school();
  await owner.post('/api/v1/mails/test');
  await world.platform.jobs.runAll();
  const { body } = await owner.get('/api/v1/mails');
  expect(body.data).toMatchObject([
    { state: 'waiting', error: 'the mail server refuses the sign-in of this installation' },
  ]);
});

test('a reminder that waited for more than an hour is not sent, other mails are', async () => {
  const smtp = await openSmtp();
  const databaseUrl = await ownDatabase();
  const world = await openWorld({ SMTP_URL: smtp.url }, databaseUrl);
  const school = await world.school();
  const write = (kind: MailKind, recipient: string) =>
    school.transaction((tx) =>
      sendMail(tx, { kind, recipient, memberId: null, subject: 'Luz', html: 'Luz', plain: 'Luz' }),
    );
  const write61MinutesAgo = async (kind: MailKind) => {
    await write(kind, `${kind}@example.com`);
    await runSql(
      databaseUrl,
      `UPDATE mails SET created_at = now() - interval '61 minutes' WHERE kind = '${kind}'`,
    );
  };
  for (const kind of ['reminder', 'password', 'digest'] as const) await write61MinutesAgo(kind);
  await write('reminder', 'fresh@example.com');
  await world.platform.jobs.runAll();
  expect(smtp.recipients.toSorted()).toEqual([
    'digest@example.com',
    'fresh@example.com',
    'password@example.com',
  ]);
  const late = "SELECT state, plain, error FROM mails WHERE recipient LIKE 'reminder@%'";
  expect(await runSql(databaseUrl, late)).toEqual([
    { state: 'failed', plain: '', error: 'too late for a reminder' },
  ]);
});

test('an invitation that only its recipient’s server puts off is given up after eight tries', async () => {
  const smtp = await openSmtp();
  smtp.refusals.set('rosa@example.com', '451 4.7.1 try again later');
  const databaseUrl = await ownDatabase();
  const world = await openWorld({ SMTP_URL: smtp.url }, databaseUrl);
  const school = await world.school();
  await school.owner.post('/api/v1/members', { name: 'Rosa', email: 'rosa@example.com' });
  for (let tries = 0; tries < 8; tries += 1) {
    await world.platform.jobs.runAll();
    await makeJobsDue(databaseUrl, 'send-mail');
  }
  expect(await runSql(databaseUrl, 'SELECT state, plain FROM mails')).toEqual([
    { state: 'failed', plain: '' },
  ]);
});

test('a mail server that checks a whole mail for long gets it once', async () => {
  const smtp = await openSmtp();
  smtp.acceptDelay.ms = 5_000;
  const databaseUrl = await ownDatabase();
  const world = await openWorld({ SMTP_URL: smtp.url, OUTGOING_TIMEOUT_MS: '4000' }, databaseUrl);
  const school = await world.school();
  const { email } = await school.join();
  await school.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  expect(smtp.recipients).toEqual([email]);
  expect(await runSql(databaseUrl, 'SELECT state FROM mails')).toEqual([{ state: 'sent' }]);
});

test('a mail server at port 465 gets TLS from the beginning, whatever the scheme says', async () => {
  const schemes = [
    'smtp://mail.example.com:465',
    'smtps://mail.example.com',
    'smtp://mail.example.com',
  ];
  const transports = await Promise.all(schemes.map((url) => openMailTransport(url)));
  const secure = transports.map(
    ({ transporter }) =>
      (transporter as unknown as { options: { secure: boolean } }).options.secure,
  );
  expect(secure).toEqual([true, true, false]);
});
