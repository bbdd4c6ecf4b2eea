import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, signIn } from '../test/server-process.ts';
import { newInstallation } from './installation.ts';
import { seededRandom } from './random.ts';

interface Options {
  seed: number;
  /** Number of faults. */
  count: number;
  print: (line: string) => void;
}

const greetings = {
  'refuses all': '421 4.3.2 closing',
  'refuses later': '220 torture',
  'cut after the mail': '220 torture',
  unreachable: null,
  silent: '',
} as const;
type SmtpMode = keyof typeof greetings | 'healthy';
/** The ways in which the mail server of the run fails. */
export const mailFaults = Object.keys(greetings) as Exclude<SmtpMode, 'healthy'>[];

const DELIVERY_TIMEOUT_MS = 60_000;
const MAILS_A_FAULT = 6;

/** Starts a mail server that records the accepted mails of each recipient, and fails on demand. */
export async function openFakeSmtp() {
  /** Ids of accepted mails by recipient. A second try of a mail has the same id. */
  const accepted = new Map<string, Set<string>>();
  let mode: SmtpMode = 'healthy';
  const server = createServer((socket) => {
    const current = mode;
    socket.on('error', () => {});
    const greeting = current === 'healthy' ? '220 torture' : greetings[current];
    if (greeting === null) return void socket.destroy();
    if (greeting) socket.write(`${greeting}\r\n`);
    let [recipient, text, inData, rest] = ['', '', false, ''];
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (current === 'silent') continue;
        if (inData && line !== '.') text += `${line}\n`;
        else if (inData) {
          inData = false;
          const id = /^message-id: *(\S+)/im.exec(text)?.[1] ?? '';
          accepted.set(recipient, (accepted.get(recipient) ?? new Set()).add(id));
          if (current === 'cut after the mail') socket.destroy();
          else socket.write('250 ok\r\n');
        } else if (/^rcpt to:/i.test(line)) {
          recipient = /<(.*)>/.exec(line)![1]!;
          socket.write(
            current === 'refuses later' ? '451 4.7.1 try again later\r\n' : '250 ok\r\n',
          );
        } else if (/^data/i.test(line)) {
          [inData, text] = [true, ''];
          socket.write('354 go\r\n');
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    setMode(wanted: SmtpMode) {
      mode = wanted;
    },
    close: () => void server.close(),
  };
}

/**
 * Fails the mail server while people are invited. No request waits for it, and every invited person
 * gets the mail. A mail whose connection broke after its end is sent again, with the same id.
 */
export async function runMails({ seed, count, print }: Options) {
  const random = seededRandom(seed);
  const smtp = await openFakeSmtp();
  const installation = await newInstallation({ workers: 1, env: { SMTP_URL: smtp.url } });
  const failures: string[] = [];
  const invited: string[] = [];
  const asOwner = async (text: string) => {
    const client = await installation.connect();
    return client.query<{ left: number }>(text).finally(() => client.end());
  };
  try {
    await installation.start();
    const cookie = await signIn(installation.port);
    let order: typeof mailFaults = [];
    for (let number = 1; number <= count; number += 1) {
      if (!order.length) order = random.shuffled(mailFaults);
      const fault = order.pop()!;
      smtp.setMode(fault);
      for (let n = 0; n < MAILS_A_FAULT; n += 1) {
        const email = `pessoa-${number}-${n}@example.com`;
        const body = { name: 'Rosa', email };
        const path = '/api/v1/members';
        const answer = await ask(installation.port, path, { method: 'POST', cookie, body });
        if (answer.status === 201) invited.push(email);
        else failures.push(`${number}. ${fault}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      await sleep(random.between(500, 1_500));
      smtp.setMode('healthy');
      print(
        `${number}. ${fault}: ${invited.length} invited, ${smtp.accepted.size} have their mail`,
      );
    }
    // The queue waits longer after each try. Skip those delays.
    const end = Date.now() + DELIVERY_TIMEOUT_MS;
    for (let left = 1; left && Date.now() < end; await sleep(200)) {
      await asOwner(`UPDATE graphile_worker._private_jobs SET run_at = now()
        WHERE locked_at IS NULL AND run_at > now() AND attempts > 0 AND attempts < max_attempts`);
      const { rows } = await asOwner(
        "SELECT count(*)::int AS left FROM mails WHERE state = 'waiting'",
      );
      left = rows[0]!.left;
    }
    const lost = invited.filter((email) => !smtp.accepted.has(email));
    const doubled = [...smtp.accepted].filter(([, ids]) => ids.size > 1);
    failures.push(
      ...lost.map((email) => `no mail for ${email}`),
      ...doubled.map(([email, ids]) => `${ids.size} mails for ${email}`),
    );
    print(`${invited.length - lost.length} of ${invited.length} invited people have their mail`);
    return { passed: count + invited.length - lost.length - doubled.length, failures };
  } finally {
    await installation.remove();
    smtp.close();
  }
}
