import { expect, test } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { isBuilt } from '../features/site/web-build.ts';

const world = await openWorld({ TRUST_PROXY: '1' });
const { host } = await world.school();

const answerOf = (url: string, protocol = 'http') =>
  world.app.inject({ url, headers: { host, 'x-forwarded-proto': protocol } });

test.each([
  ['a call', '/api/v1/site', 200],
  ['a refused call', '/api/v1/members', 401],
  ['an unknown call', '/api/v1/nothing', 404],
  ['a page', '/entrar', isBuilt() ? 200 : 404],
])('%s cannot be framed, sniffed or read by another site', async (_what, url, status) => {
  const { statusCode, headers } = await answerOf(url);
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  });
});

test('no proxy stores what a call answers', async () => {
  expect((await answerOf('/api/v1/site')).headers['cache-control']).toBe('no-store');
});

test('over https a browser keeps to https, and over http it may stay', async () => {
  const headerOf = async (protocol: string) =>
    (await answerOf('/api/v1/site', protocol)).headers['strict-transport-security'];
  expect(await headerOf('https')).toBe('max-age=31536000');
  expect(await headerOf('http')).toBeUndefined();
});
