import type { SendMailOptions } from 'nodemailer';

/**
 * Time for the answer to a whole message. The server checks it now. Who asks again too early sends it
 * twice (RFC 5321, 4.5.3.2.6).
 */
const ACCEPT_TIMEOUT_MS = 600_000;
/** Maximum size of one answer. A longer one ends the connection. */
const MAX_ANSWER_BYTES = 65_536;

/**
 * Opens a connection to the mail server for each mail. Its callers limit the time. nodemailer is loaded
 * with the first one.
 */
export async function openMailTransport(smtpUrl: string, { requireTLS = false } = {}) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: withTlsOfPort(smtpUrl),
    ...(requireTLS && { requireTLS }),
    connectionTimeout: ACCEPT_TIMEOUT_MS,
    greetingTimeout: ACCEPT_TIMEOUT_MS,
    socketTimeout: ACCEPT_TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  } as object);
}

/** At port 465 every server waits for TLS, and the client for a greeting: without TLS, for ever. */
const withTlsOfPort = (smtpUrl: string) =>
  new URL(smtpUrl).port === '465' ? smtpUrl.replace(/^smtp:/, 'smtps:') : smtpUrl;

interface Delivery {
  smtpUrl: string;
  /** Time up to the end of the mail's text. */
  outgoingTimeoutMs: number;
  /** Aborted at shutdown. It ends no mail whose whole text the server has. */
  signal: AbortSignal;
}

/** Sends one mail. Throws what the mail server answers. */
export async function deliver(
  { smtpUrl, outgoingTimeoutMs, signal }: Delivery,
  mail: SendMailOptions,
) {
  const transport = await openMailTransport(smtpUrl);
  const deadline = new AbortController();
  const end = () => deadline.abort();
  let timer = setTimeout(end, outgoingTimeoutMs);
  signal.addEventListener('abort', end);
  transport.use('stream', ({ message }, done) => {
    message.processFunc((text) =>
      text.once('end', () => {
        signal.removeEventListener('abort', end);
        clearTimeout(timer);
        timer = setTimeout(end, ACCEPT_TIMEOUT_MS);
      }),
    );
    done();
  });
  try {
    await transport.sendMail({ ...mail, signal: deadline.signal });
  } finally {
    signal.removeEventListener('abort', end);
    clearTimeout(timer);
  }
}
