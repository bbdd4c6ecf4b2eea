import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/**
 * Opens a mail server that accepts every mail and records recipients and lines, in order. It
 * answers an address in `refusals` with its line: `'550 5.1.1 no such mailbox'`. `acceptDelay.ms` is
 * the time that it takes to accept a whole mail. With a line in `greeting`, it lets nobody in. Who
 * signs in is refused with what they sent.
 */
export async function openSmtp() {
  const refusals = new Map<string, string>();
  const recipients: string[] = [];
  const lines: string[] = [];
  const acceptDelay = { ms: 0 };
  const greeting = { line: '' };
  const server = createServer((socket) => {
    let inData = false;
    if (greeting.line) return void socket.end(`${greeting.line}\r\n`);
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (inData) {
          if (line !== '.') {
            lines.push(line);
            continue;
          }
          inData = false;
          setTimeout(() => socket.write('250 ok\r\n'), acceptDelay.ms);
        } else if (/^rcpt to:/i.test(line)) {
          const recipient = /<(.*)>/.exec(line)![1]!;
          recipients.push(recipient);
          socket.write(`${refusals.get(recipient) ?? '250 ok'}\r\n`);
        } else if (/^data/i.test(line)) {
          inData = true;
          socket.write('354 go\r\n');
        } else if (/^starttls/i.test(line)) socket.write('502 not implemented\r\n');
        else if (/^ehlo/i.test(line)) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
        else if (/^auth/i.test(line)) socket.write(`535 5.7.8 refused: ${line}\r\n`);
        else if (/^quit/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recipients,
    lines,
    refusals,
    acceptDelay,
    greeting,
  };
}
