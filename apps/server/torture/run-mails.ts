import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, signIn } from '../test/server-process.ts';
import { newInstallation } from './installation.ts';
import { randomOf } from './random.ts';

interface Options {
  seed: number;
  /** How many faults. */
  count: number;
  say: (line: string) => void;
}

const greetings = {
  'refuses all': '421 4.3.2 closing',
  'refuses later': '220 torture',
  'cut after the mail': '220 torture',
  gone: null,
  silent: '',
} as const;
export type MailMood = keyof typeof greetings | 'well';
export const mailFaults = Object.keys(greetings) as Exclude<MailMood, 'well'>[];

const PATIENCE_MS = 60_000;
const MAILS_A_FAULT = 6;

/** A mail server that notes which mail it took for whom, and can be told to misbehave. */
async function openFakeSmtp() {
  /** By recipient: the ids of the mails that it took. A second try of one has the same id. */
  const taken = new Map<string, Set<string>>();
  let mood: MailMood = 'well';
  const server = createServer((socket) => {
    const now = mood;
    socket.on('error', () => {});
    const greeting = now === 'well' ? '220 torture' : greetings[now];
    if (greeting === null) return void socket.destroy();
    if (greeting) socket.write(`${greeting}\r\n`);
    let [recipient, text, inData, rest] = ['', '', false, ''];
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (now === 'silent') continue;
        if (inData && line !== '.') text += `${line}\n`;
        else if (inData) {
          inData = false;
          const id = /^message-id: *(\S+)/im.exec(text)?.[1] ?? '';
          taken.set(recipient, (taken.get(recipient) ?? new Set()).add(id));
          if (now === 'cut after the mail') socket.destroy();
          else socket.write('250 ok\r\n');
        } else if (/^rcpt to:/i.test(line)) {
          recipient = /<(.*)>/.exec(line)![1]!;
          socket.write(now === 'refuses later' ? '451 4.7.1 try again later\r\n' : '250 ok\r\n');
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
    taken,
    be(wanted: MailMood) {
      mood = wanted;
    },
    close: () => void server.close(),
  };
}

/**
 * A mail server that breaks while people are invited. Nobody is kept waiting, and at the end every
 * invited person has their mail. One that was cut after its end goes out again, with the same id.
 */
export async function runMails({ seed, count, say }: Options) {
  const random = randomOf(seed);
  const smtp = await openFakeSmtp();
  const installation = await newInstallation({ workers: 1, env: { SMTP_URL: smtp.url } });
  const broken: string[] = [];
  const invited: string[] = [];
  const owner = async (text: string) => {
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
      smtp.be(fault);
      for (let n = 0; n < MAILS_A_FAULT; n += 1) {
        const email = `pessoa-${number}-${n}@example.com`;
        const body = { name: 'Rosa', email };
        const path = '/api/v1/members';
        const answer = await ask(installation.port, path, { method: 'POST', cookie, body });
        if (answer.status === 201) invited.push(email);
        else broken.push(`${number}. ${fault}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      await sleep(random.between(500, 1_500));
      smtp.be('well');
      say(`${number}. ${fault}: ${invited.length} invited, ${smtp.taken.size} have their mail`);
    }
    // The queue waits longer after each try. Here nobody waits for that.
    const end = Date.now() + PATIENCE_MS;
    for (let left = 1; left && Date.now() < end; await sleep(200)) {
      await owner(`UPDATE graphile_worker._private_jobs SET run_at = now()
        WHERE locked_at IS NULL AND run_at > now() AND attempts > 0 AND attempts < max_attempts`);
      const { rows } = await owner(
        "SELECT count(*)::int AS left FROM mails WHERE state = 'waiting'",
      );
      left = rows[0]!.left;
    }
    const lost = invited.filter((email) => !smtp.taken.has(email));
    const doubled = [...smtp.taken].filter(([, ids]) => ids.size > 1);
    broken.push(
      ...lost.map((email) => `no mail for ${email}`),
      ...doubled.map(([email, ids]) => `${ids.size} mails for ${email}`),
    );
    say(`${invited.length - lost.length} of ${invited.length} invited people have their mail`);
    return { held: count + invited.length - lost.length - doubled.length, broken };
  } finally {
    await installation.remove();
    smtp.close();
  }
}
