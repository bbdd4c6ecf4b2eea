import pg from 'pg';
import { endIfSilent } from './end-if-silent.ts';

interface Channel {
  onNotify: (payload: string) => void;
  onReconnect: () => void;
}

const RECONNECT_MS = 1_000;

/**
 * Listens for NOTIFY on any number of channels, all on one connection. It connects at the first
 * `listen`. After a lost connection it connects again, and then calls each channel's `onReconnect`.
 */
export function openNotificationListener(
  options: pg.ClientConfig,
  timeoutMs: number,
  onError: (error: Error) => void,
) {
  const channels = new Map<string, Channel>();
  let connection: Promise<pg.Client> | null = null;
  let isClosing = false;

  async function connect() {
    const client = new pg.Client(options);
    client.on('error', onError);
    client.on('notification', ({ channel, payload }) =>
      channels.get(channel)?.onNotify(payload ?? ''),
    );
    await client.connect();
    client.on('end', reconnectLater);
    // Without this, a server whose network lost packets would keep its old caches for ever.
    endIfSilent(client, timeoutMs, () => {
      const [channel] = channels.keys();
      return listenOn(client, channel!); // once more, which changes nothing
    });
    return client;
  }

  function reconnectLater() {
    if (!isClosing) setTimeout(() => void reconnect(), RECONNECT_MS).unref();
  }

  async function reconnect() {
    connection = connect();
    const client = await connection.catch(() => null);
    if (!client) return reconnectLater();
    try {
      for (const channel of channels.keys()) await listenOn(client, channel);
    } catch {
      return void client.end(); // the `end` event tries again
    }
    for (const { onReconnect } of channels.values()) onReconnect();
  }

  return {
    async listen(channel: string, onNotify: Channel['onNotify'], onReconnect: () => void) {
      channels.set(channel, { onNotify, onReconnect });
      connection ??= connect();
      await listenOn(await connection, channel);
    },
    async close() {
      isClosing = true;
      await connection?.then((client) => client.end()).catch(() => {});
    },
  };
}

const listenOn = (client: pg.Client, channel: string) =>
  client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
