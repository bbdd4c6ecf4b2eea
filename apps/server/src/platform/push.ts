import { isPushEndpoint, type PushMessage } from '@vitrine/contract/push';
import { createECDH } from 'node:crypto';
import type { Config } from './config.ts';
import { addressDomain, addressIn, isLocalHost } from './mail-headers.ts';
import { storedSecret } from './stored-secret.ts';

/** The address of one browser, and its keys in base64url (RFC 8291). The browser chose all three. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Sends to the push services of browsers (RFC 8030, 8291, 8292). */
export interface Push {
  /** The key that browsers subscribe with. */
  publicKey: string;
  /** Tells whether the server sends to this endpoint at all. The client chooses the URL. */
  accepts(endpoint: string): boolean;
  /** `gone`: the subscription has ended, and no attempt can succeed. */
  send(to: PushSubscription, message: PushMessage): Promise<'sent' | 'gone' | 'failed'>;
}

const MAX_TIMEOUT_MS = 5_000;
/** The push service keeps a message this long for a device that is off. */
const TTL_SECONDS = 86_400;

/** web-push is loaded with the first push, not at the start. */
const loadWebPush = () => import('web-push');

interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** A push that a service did not take. `status` is null if it did not answer. */
interface FailedPush {
  host: string;
  status: number | null;
}

/** Opens web push. The first start creates the VAPID keys. */
export async function openPush(
  config: Config,
  onFailure: (failure: FailedPush) => void = () => {},
): Promise<Push> {
  const { vapidKeys, dataDir, pushTestOrigin, outgoingTimeoutMs } = config;
  const keys =
    vapidKeys ?? (JSON.parse(await storedSecret(dataDir, 'vapid.json', newKeys)) as VapidKeys);
  const vapidDetails = { subject: contactOf(config), ...keys };
  const accepts = (endpoint: string) =>
    isPushEndpoint(endpoint) ||
    (pushTestOrigin !== null &&
      URL.canParse(endpoint) &&
      new URL(endpoint).origin === pushTestOrigin);

  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, message) {
      if (!accepts(endpoint)) return 'gone';
      const { default: webPush } = await loadWebPush();
      const request = tryOrNull(() =>
        webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(message),
          { vapidDetails, TTL: TTL_SECONDS, contentEncoding: 'aes128gcm' },
        ),
      );
      // The subscription's key is no point of the curve, so no attempt can succeed.
      if (!request) return 'gone';
      try {
        const { status, body } = await fetch(endpoint, {
          method: 'POST',
          headers: request.headers as Record<string, string>,
          body: new Uint8Array(request.body!),
          redirect: 'manual', // a redirect could lead to a host that is not allowed
          signal: AbortSignal.timeout(Math.min(outgoingTimeoutMs, MAX_TIMEOUT_MS)),
        });
        await body?.cancel();
        if (status === 404 || status === 410) return 'gone';
        if (status >= 200 && status < 300) return 'sent';
        onFailure({ host: new URL(endpoint).host, status });
      } catch {
        onFailure({ host: new URL(endpoint).host, status: null }); // no connection, or too late
      }
      return 'failed';
    },
  };
}

/** Makes a P-256 key pair, in base64url. */
function newKeys() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys: VapidKeys = {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey().toString('base64url').padStart(43, 'A'),
  };
  return JSON.stringify(keys);
}

/**
 * The operator's address for push services. Apple's refuses every push with one at localhost, so the
 * platform's own address stands in for a `MAIL_FROM` that nobody set.
 */
function contactOf({ mailFrom, platformHosts }: Config) {
  const host = platformHosts.find((name) => !isLocalHost(name));
  return host && isLocalHost(addressDomain(mailFrom))
    ? `https://${host}`
    : `mailto:${addressIn(mailFrom)}`;
}

function tryOrNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
