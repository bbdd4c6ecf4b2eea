import { setTimeout as sleep } from 'node:timers/promises';
import { ask, signIn } from '../test/server-process.ts';
import { mailFaults, openFakeSmtp } from './fake-smtp.ts';
import { newInstallation } from './installation.ts';
import { seededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';

const DELIVERY_TIMEOUT_MS = 60_000;
const MAILS_A_FAULT = 6;

/**
 * Fails the mail server while people are invited. No request waits for it, and every invited person
 * gets the mail. A mail whose connection broke after its end is sent again, with the same id.
 */
export async function runMails({ seed, count, print }: RunOptions) {
  const random = seededRandom(seed);
  const smtp = await openFakeSmtp();
  const installation = await newInstallation({
    workers: 1,
    env: { SMTP_URL: smtp.url, OUTGOING_TIMEOUT_MS: '5000' },
  });
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
