import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import { roles } from '@vitrine/contract/roles';
import type { FastifyInstance } from 'fastify';
import { foreignBody } from '../src/isolation/bodies.ts';
import { isTenantParam } from '../src/kit/access/access.ts';
import { asMegabytes, retainedBytes, MAX_GROWTH_BYTES } from './memory.ts';
import type { SeededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';

interface FuzzSchool {
  id: number;
  host: string;
  /** The cookie of a new session of a member with this role. */
  signIn(role: (typeof roles)[number]): Promise<string>;
}

interface Finding {
  what: string;
  request: string;
}

/** Maximum time of a request. */
const STALL_MS = 1_000;
/** Number of requests for each sign-in. Many requests end their session or erase the member. */
const SESSION_REQUESTS = 40;
const PROGRESS_REQUESTS = 10_000;
/** Number of requests that fill the caches. Memory must not grow afterwards. */
const WARM_UP = 100_000;
const MEMORY_REQUESTS = 50_000;

/** Values that often break parsers, databases and templates. */
const hostileValues: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  -0.5,
  9_007_199_254_740_992,
  2_147_483_648,
  '9223372036854775808',
  '9999999999999999',
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uFFFF\uFEFF\u202E',
  'ÿ'.repeat(300),
  'a'.repeat(20_000),
  '%',
  '%00',
  '%c0%af',
  "' OR 1=1 --",
  '$1',
  '\\',
  '_%_',
  '{{constructor}}',
  '<script>alert(1)</script>',
  '<p><img src=x onerror=1></p>',
  '../../etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'NaN',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  {},
  { __proto__: null, constructor: { prototype: 1 } },
  { valueOf: 1, toString: 1, toJSON: 1, length: 1 },
  Array.from({ length: 2_000 }, (_, n) => n),
];

/** Replaces, removes or adds random values in a valid body. */
function mutated(value: unknown, random: SeededRandom): unknown {
  if (random.between(0, 6) === 0) return random.oneOf(hostileValues);
  if (Array.isArray(value)) {
    const list = value.map((inner) => mutated(inner, random));
    return random.between(0, 4) === 0 ? [...list, ...list, random.oneOf(hostileValues)] : list;
  }
  if (!value || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(() => random.between(0, 8) !== 0)
    .map(([key, inner]) => [key, mutated(inner, random)] as const);
  if (random.between(0, 6) === 0) entries.push([random.oneOf(['id', '__proto__', '']), 1]);
  return Object.fromEntries(entries);
}

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
/** Percent-encodes a value, lone surrogates included. Leaves some values raw. */
function encodeForUrl(value: unknown, random: SeededRandom) {
  const text = asText(value).slice(0, 3_000);
  const raw = /^[\w%.+-]+$/.test(text) && random.between(0, 2) === 0;
  return raw ? text : encodeURIComponent(text.toWellFormed());
}

/** Mostly the school's id or another plain number, so that the call gets past its path. */
function paramValue(name: string, school: FuzzSchool, random: SeededRandom) {
  const isOwnSchool = isTenantParam(name) && random.between(0, 10) !== 0;
  const isPlain = random.between(0, 3) !== 0;
  if (isOwnSchool) return school.id;
  return isPlain ? random.between(1, 60) : random.oneOf(hostileValues);
}

function urlOf(route: AnyRoute, school: FuzzSchool, random: SeededRandom) {
  const path = paramNames(route.path).reduce((made, name) => {
    return made.replace(`{${name}}`, encodeForUrl(paramValue(name, school, random), random));
  }, route.path);
  const parameters = Object.keys((route.query as { shape?: object } | null)?.shape ?? {});
  const query = parameters
    .filter(() => random.between(0, 2) === 0)
    .map((name) => {
      const value = random.between(0, 2) ? random.oneOf(hostileValues) : random.between(1, 60);
      return `${name}=${encodeForUrl(value, random)}`;
    });
  return query.length ? `${path}?${query.join('&')}` : path;
}

interface Payload {
  type: string;
  bytes: Buffer;
}

function payloadOf(route: AnyRoute, random: SeededRandom): Payload {
  const id = random.between(1, 60);
  const valid = foreignBody(route, { id, list: [id, 1], path: '/files/1/nothing.png' });
  const body = mutated(valid, random);
  const isForm = random.between(0, 10) === 0;
  if (isForm) return formOf(body, Object.keys(route.files), random);
  const type = random.between(0, 12) ? types[0]! : random.oneOf(types);
  return { type, bytes: jsonOf(body, random) };
}

const BOUNDARY = 'limite';
const formType = `multipart/form-data; boundary=${BOUNDARY}`;

/** Encodes a body as multipart, with the route's files and sometimes an undeclared one. */
function formOf(body: unknown, files: string[], random: SeededRandom): Payload {
  const fields = Object.entries(Object(body) as object).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.slice(0, 600).map((one) => [`${name}[]`, asText(one)])
      : [[name, asText(value)]],
  );
  const sent = random.between(0, 4)
    ? files
    : [...files, `${asText(random.oneOf(hostileValues))}[]`];
  const parts = [
    ...fields.map(([name, value]) => `name="${name}"\r\n\r\n${value}`),
    ...sent.map(
      (name) => `name="${name}"; filename="a.png"\r\n\r\n${asText(random.oneOf(hostileValues))}`,
    ),
  ].map((part) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${part}\r\n`);
  const end = random.between(0, 10) ? `--${BOUNDARY}--\r\n` : '';
  return { type: formType, bytes: Buffer.from(random.shuffled(parts).join('') + end) };
}

function jsonOf(body: unknown, random: SeededRandom) {
  const text = JSON.stringify(body) ?? 'null';
  const variant = random.between(0, 20);
  // Truncated, nested too deep, in another encoding, or with a byte order mark.
  if (variant === 0) return Buffer.from(text.slice(0, Math.floor(text.length / 2)));
  if (variant === 1) return Buffer.from(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`);
  if (variant === 2) return Buffer.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
  if (variant === 3) return Buffer.from(`\uFEFF${text}`);
  return Buffer.from(text);
}

/** All routes except the event stream, whose answer never ends. */
const fuzzed = allRoutes.filter(({ route }) => route !== eventStream.open);
const types = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=x',
];

/**
 * Sends `count` random requests to all routes, as every role and as a visitor. Their bodies mix valid
 * and hostile values. Returns as findings: 5xx other than 503 with Retry-After, stalls, memory growth.
 */
export async function fuzz(
  app: FastifyInstance,
  school: FuzzSchool,
  { count, random, print }: { count: number; random: SeededRandom; print: RunOptions['print'] },
) {
  const findings = new Map<string, Finding>();
  const statuses = new Map<number, number>();
  const people = [...roles, 'visitor'] as const;
  const report = (finding: Finding) => {
    if (findings.has(finding.what)) return;
    findings.set(finding.what, finding);
    print(`${finding.what}\n  ${finding.request}`);
  };
  let cookie = '';
  let baselineBytes = 0;
  for (let number = 0; number < count; number += 1) {
    if (number % SESSION_REQUESTS === 0) {
      const who = people[(number / SESSION_REQUESTS) % people.length]!;
      cookie = who === 'visitor' ? '' : await school.signIn(who);
    }
    const { status, found } = await sendRandom(app, school, cookie, random);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (const finding of found) report(finding);
    const sent = number + 1;
    if (sent % PROGRESS_REQUESTS === 0) print(`${sent} requests, ${findings.size} findings`);
    if (sent % MEMORY_REQUESTS !== 0) continue;
    const retained = retainedBytes();
    if (sent <= WARM_UP) baselineBytes = retained;
    print(`${asMegabytes(retained)} retained, ${asMegabytes(process.memoryUsage.rss())} resident`);
    const growth = retained - baselineBytes;
    if (growth > MAX_GROWTH_BYTES)
      report({ what: 'memory grows', request: `${asMegabytes(growth)} after ${sent}` });
  }
  return { findings: [...findings.values()], statuses };
}

/** Sends a random request. `found` is empty if its answer is as it should be, and in time. */
async function sendRandom(
  app: FastifyInstance,
  school: FuzzSchool,
  cookie: string,
  random: SeededRandom,
) {
  const { name, route } = random.oneOf(fuzzed);
  const url = urlOf(route, school, random);
  const { type, bytes: payload } = route.body ? payloadOf(route, random) : {};
  const startedAt = performance.now();
  const processorBefore = process.cpuUsage();
  const { statusCode, body, headers } = await app.inject({
    method: route.method as 'GET',
    url,
    headers: {
      host: school.host,
      tenantid: String(school.id),
      ...(cookie && { cookie }),
      ...(type && { 'content-type': type }),
    },
    ...(payload && { payload }),
  });
  const ms = performance.now() - startedAt;
  const request = `${route.method} ${url.slice(0, 300)} ${payload?.toString().slice(0, 500) ?? ''}`;
  const found: Finding[] = [];
  if (statusCode >= 500 && !(statusCode === 503 && headers['retry-after']))
    found.push({ what: `${name}: ${statusCode} ${body.slice(0, 120)}`, request });
  if (ms > STALL_MS) {
    const { user, system } = process.cpuUsage(processorBefore);
    // Far less processor time than wall time means a busy machine or a lock.
    const processorMs = Math.round((user + system) / 1_000);
    const what = `${name}: stalled for ${STALL_MS} ms and more`;
    const details = `${Math.round(ms)} ms, ${processorMs} of them on a processor`;
    found.push({ what, request: `${request}\n  ${details}` });
  }
  return { status: statusCode, found };
}
