import { execFile } from 'node:child_process';
import { createECDH } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../src/platform/config.ts';

/** Documents must name settings as the server reads them: the server ignores a misspelled one. */
const root = join(import.meta.dirname, '../../..');
const paper = (name: string) => readFile(join(root, name), 'utf8');

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1]!).toSorted();

const read = namesIn(
  await paper('apps/server/src/platform/config.ts'),
  /env(?:\['|, ')([A-Z][A-Z0-9_]+)'/g,
);

test('docs/settings.md documents every setting that is read, and no other', async () => {
  const table = (await paper('docs/settings.md')).split('## Variables')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').map((row) => row.split('|')[1] ?? '');
  const documented = namesIn(rows.join('\n'), /`([A-Z][A-Z0-9_]+)`/g);
  expect(documented).toEqual([...new Set(read)].filter((name) => name !== 'NODE_ENV'));
});

test('compose.yaml sets only settings that are read', async () => {
  const [, service] = (await paper('compose.yaml')).split(/^ {2}vitrine:$/m);
  const set = namesIn(service!.split(/^ {2}\w+:$/m)[0]!, /^ {6}([A-Z][A-Z0-9_]+):/gm);
  expect(set).not.toEqual([]);
  expect(set.filter((name) => !read.includes(name))).toEqual([]);
});

const refused: [name: string, value: string, sentence: RegExp][] = [
  ['PORT', '70000', /^PORT must be a number from 0 to 65535, not “70000”$/],
  ['PUBLIC_PORT', '0', /^PUBLIC_PORT must be a number from 1 to 65535, not “0”$/],
  ['POOL_SIZE', '0', /^POOL_SIZE must be a number from 1 to /],
  ['WORKERS', '65', /^WORKERS must be a number from 1 to 64, not “65”$/],
  ['BODY_TIMEOUT_MS', '0', /^BODY_TIMEOUT_MS must be a number from 1 to /],
  // A timer of more milliseconds would end at once.
  ['OUTGOING_TIMEOUT_MS', '2147483648', /^OUTGOING_TIMEOUT_MS must be a number from 1 to /],
  ['DATABASE_TIMEOUT_MS', '3s', /^DATABASE_TIMEOUT_MS must be a whole number, not “3s”$/],
  ['LOG_LEVEL', 'verbose', /^LOG_LEVEL must be one of trace, .*, silent, not “verbose”$/],
  ['TRUST_PROXY', 'yes', /^TRUST_PROXY must be .*, not “yes”$/],
  ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY must be .*, not “10\.0\.0\.0\/33”$/],
  ['TRUST_PROXY', '1   # one proxy', /^TRUST_PROXY must be .*, not “1 {3}# one proxy”$/],
  ['PLATFORM_HOSTS', 'https://escolas.example', /^PLATFORM_HOSTS must be .*“https:\/\/escolas/],
  [
    'PLATFORM_HOSTS',
    'escolas.example # ours',
    /^PLATFORM_HOSTS must be .*“escolas\.example # ours”/,
  ],
  ['PLATFORM_HOSTS', 'escolas.example:443', /^PLATFORM_HOSTS must be .*“escolas\.example:443”/],
  ['CONTENT_DOMAIN', 'https://conteudo.example', /^CONTENT_DOMAIN must be /],
  ['CONTENT_DOMAIN', 'Html.Localhost.Example ', /^CONTENT_DOMAIN must be /],
  ['LEGACY_COMMUNITY_TENANTS', '3,aurora', /^LEGACY_COMMUNITY_TENANTS must be .*, not “aurora”$/],
  ['DATABASE_URL', 'mysql://a:segredo@b/c', /^DATABASE_URL must begin with postgres:\/\/$/],
  ['DATABASE_URL', 'postgres://a:segredo#1@b/c', /^DATABASE_URL must be .* write # as %23/],
  ['PLATFORM_HOSTS', ',', /^PLATFORM_HOSTS names no host$/],
  ['PLATFORM_HOSTS', 'escolas..example', /^PLATFORM_HOSTS must be .*“escolas\.\.example”/],
  ['TRUST_PROXY', ',', /^TRUST_PROXY must be .*, not “,”$/],
  ['DEMO', 'false', /^DEMO must be 0 or 1, not “false”$/],
  ['DEV_MAIL', 'true', /^DEV_MAIL must be 0 or 1, not “true”$/],
  ['SERVICE_WORKER', 'no', /^SERVICE_WORKER must be 0 or 1, not “no”$/],
  ['MAIL_FROM', 'Escola Aurora', /^MAIL_FROM must be one e-mail address, .*“Escola Aurora”$/],
  // A mail program reads each of these as several addresses, or as a name that the operator did not mean.
  ['MAIL_FROM', 'a@b.example, c@d.example', /^MAIL_FROM must be .*“a@b\.example, c@d\.example”$/],
  ['MAIL_FROM', 'a@b.example c@d.example', /^MAIL_FROM must be /],
  ['MAIL_FROM', 'Aurora <a@b.example> c@d.example', /^MAIL_FROM must be /],
  ['MAIL_FROM', 'Escolas: Aurora <a@b.example>', /^MAIL_FROM must be .*, or "Name" <address>, /],
  ['OWNER_EMAIL', 'ana', /^OWNER_EMAIL must be an e-mail address, not “ana”$/],
  ['OWNER_EMAIL', '<ana@example.com>', /^OWNER_EMAIL must be an e-mail address, not /],
  ['SCHOOL_STORAGE_MB', '99999999999999999999', /^SCHOOL_STORAGE_MB must be a number from 0 to /],
  ['SMTP_URL', 'mail.example.com:587', /^SMTP_URL must be .*smtp:\/\/user:password@host:587$/],
  ['S3_ENDPOINT', 'store.example:9000', /^S3_ENDPOINT must begin with http/],
  ['VAPID_PUBLIC_KEY', 'segredo', /^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair/],
];

/** Settings that are of use together only. */
const beside: Record<string, Record<string, string>> = {
  S3_ENDPOINT: { S3_BUCKET: 'vitrine' },
  VAPID_PUBLIC_KEY: { VAPID_PRIVATE_KEY: 'segredo' },
};

test.each(refused)('%s=%s is refused with a sentence', (name, value, sentence) => {
  let message = '';
  try {
    readConfig({ ...beside[name], [name]: value });
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toMatch(sentence);
  expect(message).not.toContain('segredo');
});

test('keys of pushes of two pairs are refused', () => {
  const [one, other] = [createECDH('prime256v1'), createECDH('prime256v1')];
  const VAPID_PUBLIC_KEY = one.generateKeys('base64url');
  other.generateKeys();
  const VAPID_PRIVATE_KEY = other.getPrivateKey('base64url');
  expect(() => readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).toThrow(/are no pair/);
});

test('keys of a store without its bucket are refused: files would stay in DATA_DIR', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'a' })).toThrow(
    /^S3_BUCKET is missing/,
  );
});

test('an empty setting has its default', () => {
  const empty = Object.fromEntries(read.map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test('values of every allowed form are read', () => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const config = readConfig({
    TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
    PLATFORM_HOSTS: 'Escolas.Example, 192.168.0.7',
    LEGACY_COMMUNITY_TENANTS: '3, 12',
    DATABASE_URL: 'postgresql:///vitrine?host=/run/postgresql',
    SMTP_URL: 'smtps://a@b:c@mail.example.com',
    MAIL_FROM: 'Escola Aurora <escola@example.com>',
    DEMO: '0',
    SERVICE_WORKER: '1',
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: keys.getPrivateKey('base64url'),
  });
  expect(config).toMatchObject({
    trustProxy: '10.0.0.0/8, ::1, loopback',
    platformHosts: ['escolas.example', '192.168.0.7'], // browsers send hosts in lower case
    legacyCommunityTenants: [3, 12],
  });
});

test.each([
  'Escola, Aurora <a@b.example>',
  '"Escolas: \\"Aurora\\"" <a@b.example>',
  '<a@b.example>',
])('the sender %s is one address', (MAIL_FROM) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
});

test.each(['main', 'backup', 'restore', 'school', 'doctor'])(
  'a wrong setting ends %s with its sentence, without a stack',
  async (name) => {
    const file = join(import.meta.dirname, `../src/${name}.ts`);
    const words = { school: ['link', 'aurora'], backup: ['x'], restore: ['x'] }[name] ?? [];
    const run = promisify(execFile)(process.execPath, [file, ...words], {
      env: { PATH: process.env['PATH'], DATA_DIR: '/nowhere', WORKERS: 'dois' },
    });
    const { code, stdout, stderr } = await run.then(
      () => ({ code: 0, stdout: '', stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    const sentence = 'WORKERS must be a whole number, not “dois”';
    const lines = name === 'doctor' ? `✗ settings: ${sentence}\n` : `${sentence}\n`;
    expect({ code, out: stdout + stderr }).toEqual({ code: 1, out: lines });
  },
);

test('the settings that a service reads from a file stand there without comments behind them', async () => {
  const [, block] = (await paper('docs/operations.md')).split('Start Vitrine with:');
  const lines = block!.split('```')[1]!.split('\n').slice(1, -1);
  // systemd takes all that follows the equals sign for the value.
  const settings = lines.filter((line) => !line.startsWith('#'));
  expect(settings.length).toBeGreaterThan(4);
  expect(settings.filter((line) => !/^[A-Z0-9_]+=\S+$/.test(line))).toEqual([]);
  readConfig(Object.fromEntries(settings.map((line) => line.split(/=(.*)/).slice(0, 2))));
});
