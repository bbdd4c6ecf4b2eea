import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The server's greeting of a client, by its fault. Null: it closes the connection. */
const greetings = {
  'refuses all': '421 4.3.2 closing',
  'refuses later': '220 torture',
  'cut after the mail': '220 torture',
  unreachable: null,
  silent: '',
} as const;
type SmtpMode = keyof typeof greetings | 'healthy';
/** The ways in which the mail server fails. */
export const mailFaults = Object.keys(greetings) as Exclude<SmtpMode, 'healthy'>[];

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
