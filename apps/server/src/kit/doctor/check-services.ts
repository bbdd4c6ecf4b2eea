import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentenceOf } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import { mailProblemOf } from '../../platform/mail-problem.ts';
import { openMailTransport } from '../../platform/mail-transport.ts';
import { openObjectStore } from '../../platform/open-object-store.ts';
import { StoreProblem } from '../../platform/s3-problem.ts';
import { findings, type Finding } from './finding.ts';
import { inTime } from './in-time.ts';

/** Signs in to the mail server. It sends nothing. */
export async function checkMail({ smtpUrl, outgoingTimeoutMs }: Config): Promise<Finding[]> {
  const { good, note, bad } = findings('mail');
  if (!smtpUrl) return [note('SMTP_URL is not set: mails are stored, and nobody gets one.')];
  const { host, hostname } = new URL(smtpUrl);
  const transport = await openMailTransport(smtpUrl);
  try {
    await inTime(transport.verify(), outgoingTimeoutMs);
    const isPlain = !isLocal(hostname) && (await refusesTls(smtpUrl, outgoingTimeoutMs));
    const plain = `The mail server ${host} offers no TLS, so others may read mails and password on their way: turn STARTTLS on there.`;
    return [good(`The mail server ${host} lets Vitrine in.`), ...(isPlain ? [note(plain)] : [])];
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    const problem = mailProblemOf(error, smtpUrl);
    const other = `The mail server ${host} does not let Vitrine in (${code}): correct SMTP_URL, or open the way to it.`;
    return [bad(problem?.message ?? other)];
  } finally {
    transport.close();
  }
}

const isLocal = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether a server that lets Vitrine in speaks no TLS. */
async function refusesTls(smtpUrl: string, timeoutMs: number) {
  const transport = await openMailTransport(smtpUrl, { requireTLS: true });
  return inTime(transport.verify(), timeoutMs)
    .then(
      () => false,
      (error: { code?: string }) => error.code === 'ETLS',
    )
    .finally(() => transport.close());
}

/** Writes, reads and deletes an object. Asks by a CORS preflight whether `origin` may upload. */
export async function checkObjectStore(config: Config, origin: string): Promise<Finding[]> {
  const { good, bad } = findings('files');
  if (!config.s3) return [good('Files are in DATA_DIR.')];
  const { bucket } = config.s3;
  const key = `1/doctor-${randomBytes(8).toString('hex')}`;
  const path = join(tmpdir(), key.replace('/', '-'));
  try {
    const objects = await openObjectStore(config);
    await writeFile(path, 'doctor', { mode: 0o600 });
    await objects.put(key, { path, size: 6 }, 'text/plain');
    const stored = await objects.head(key);
    await objects.delete(key);
    if (stored?.size !== 6)
      return [bad(`The bucket ${bucket} lost what was written: look at the store.`)];
    const put = { key, type: 'text/plain', bytes: 6, seconds: 60 };
    const allowed = await allowsUpload(
      (await objects.presignPut(put))!,
      origin,
      config.outgoingTimeoutMs,
    );
    return [
      good(`The bucket ${bucket} can be written and read.`),
      allowed
        ? good(`Its CORS lets ${origin} upload.`)
        : bad(
            `The CORS of ${bucket} does not let ${origin} PUT: allow PUT with Content-Type from there.`,
          ),
    ];
  } catch (error) {
    const problem = [error, (error as Error).cause].find((one) => one instanceof StoreProblem);
    return [bad(problem?.message ?? `The bucket ${bucket} cannot be used: ${sentenceOf(error)}.`)];
  } finally {
    await rm(path, { force: true });
  }
}

async function allowsUpload(url: string, origin: string, timeoutMs: number) {
  const { headers, body } = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
  await body?.cancel();
  const methods = headers.get('access-control-allow-methods') ?? '';
  const from = headers.get('access-control-allow-origin');
  return (from === '*' || from === origin) && /\bPUT\b|\*/.test(methods);
}
