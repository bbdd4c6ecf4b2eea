/** Time without an answer. A server that sends a byte now and then meets the deadline of the call. */
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** Maximum size of one answer. A longer one ends the connection. */
const MAX_ANSWER_BYTES = 65_536;

/** Opens a connection to the mail server for each mail. nodemailer is loaded with the first one. */
export async function openMailTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  } as object);
}
