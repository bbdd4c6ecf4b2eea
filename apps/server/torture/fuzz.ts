import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import { roles } from '@vitrine/contract/sessions';
import type { FastifyInstance } from 'fastify';
import { isTenantParam } from '../src/kit/access.ts';
import { foreignBody } from '../src/isolation/bodies.ts';
import { asMegabytes, heldBytes, MAX_GROWTH_BYTES } from './memory.ts';
import type { Random } from './random.ts';

export interface FuzzSchool {
  id: number;
  host: string;
  /** A new session of a role; null: a visitor. */
  signIn(role: (typeof roles)[number]): Promise<string>;
}

export interface Finding {
  what: string;
  request: string;
}

/** A call that takes longer than this has stalled. */
const STALL_MS = 1_000;
/** A role signs in anew after so many requests: many of them end sessions, or erase people. */
const SESSION_REQUESTS = 40;
const TOLD_REQUESTS = 10_000;
/** Caches are full after so many requests. What is held later than this must not grow. */
const WARM_UP = 100_000;
const MEMORY_REQUESTS = 50_000;

/** Values that often break parsers, databases and templates. */
const hated: unknown[] = [
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
  Array.from({ length: 2_000 }, (_, n) => n),
];

/** Changes some of the values of a body that fits: now and then one is left out, or one too much. */
function mutated(value: unknown, random: Random): unknown {
  if (random.between(0, 6) === 0) return random.oneOf(hated);
  if (Array.isArray(value)) {
    const list = value.map((inner) => mutated(inner, random));
    return random.between(0, 4) === 0 ? [...list, ...list, random.oneOf(hated)] : list;
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
/** Percent-encoded, also where the text has half of a surrogate pair; sometimes raw. */
function inAddress(value: unknown, random: Random) {
  const text = asText(value).slice(0, 3_000);
  const raw = /^[\w%.+-]+$/.test(text) && random.between(0, 2) === 0;
  return raw ? text : encodeURIComponent(text.toWellFormed());
}

function addressOf(route: AnyRoute, school: FuzzSchool, random: Random) {
  const path = paramNames(route.path).reduce((made, name) => {
    const own = isTenantParam(name) && random.between(0, 10) !== 0;
    const plain = random.between(0, 3) !== 0;
    const value = own ? school.id : plain ? random.between(1, 60) : random.oneOf(hated);
    return made.replace(`{${name}}`, inAddress(value, random));
  }, route.path);
  const asked = Object.keys((route.query as { shape?: object } | null)?.shape ?? {});
  const query = asked
    .filter(() => random.between(0, 2) === 0)
    .map((name) => {
      const value = random.between(0, 2) ? random.oneOf(hated) : random.between(1, 60);
      return `${name}=${inAddress(value, random)}`;
    });
  return query.length ? `${path}?${query.join('&')}` : path;
}

interface Payload {
  type: string;
  bytes: Buffer;
}

function payloadOf(route: AnyRoute, random: Random): Payload {
  const id = random.between(1, 60);
  const fits = foreignBody(route, { id, list: [id, 1], path: '/files/1/nothing.png' });
  const body = mutated(fits, random);
  const isForm = random.between(0, 10) === 0;
  if (isForm) return formOf(body, Object.keys(route.files), random);
  const type = random.between(0, 12) ? types[0]! : random.oneOf(types);
  return { type, bytes: jsonOf(body, random) };
}

const BOUNDARY = 'limite';
const formType = `multipart/form-data; boundary=${BOUNDARY}`;

/** The fields of a body as parts, with files among them: those of the route, and others. */
function formOf(body: unknown, files: string[], random: Random): Payload {
  const fields = Object.entries(Object(body) as object).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.slice(0, 600).map((one) => [`${name}[]`, asText(one)])
      : [[name, asText(value)]],
  );
  const sent = random.between(0, 4) ? files : [...files, `${asText(random.oneOf(hated))}[]`];
  const parts = [
    ...fields.map(([name, value]) => `name="${name}"\r\n\r\n${value}`),
    ...sent.map((name) => `name="${name}"; filename="a.png"\r\n\r\n${asText(random.oneOf(hated))}`),
  ].map((part) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${part}\r\n`);
  const end = random.between(0, 10) ? `--${BOUNDARY}--\r\n` : '';
  return { type: formType, bytes: Buffer.from(random.shuffled(parts).join('') + end) };
}

function jsonOf(body: unknown, random: Random) {
  const text = JSON.stringify(body) ?? 'null';
  const how = random.between(0, 20);
  // Broken, cut, nested too deep, or in another encoding.
  if (how === 0) return Buffer.from(text.slice(0, Math.floor(text.length / 2)));
  if (how === 1) return Buffer.from(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`);
  if (how === 2) return Buffer.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
  if (how === 3) return Buffer.from(`\uFEFF${text}`);
  return Buffer.from(text);
}

/** Files and event streams answer without end, or with bytes: the rest is asked. */
const fuzzed = allRoutes.filter(({ route }) => route !== eventStream.open);
const types = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=x',
];

/**
 * Sends so many requests over every call, made of the contract's shapes and of what parsers hate, as
 * every role and as a visitor. What is no right answer comes back: 5xx but a clear 503, and stalls.
 */
export async function fuzz(
  app: FastifyInstance,
  school: FuzzSchool,
  { count, random, say }: { count: number; random: Random; say: (line: string) => void },
) {
  const findings = new Map<string, Finding>();
  const statuses = new Map<number, number>();
  const people = [...roles, 'visitor'] as const;
  let cookie = '';
  let warm = 0;
  for (let number = 0; number < count; number += 1) {
    if (number % SESSION_REQUESTS === 0) {
      const who = people[(number / SESSION_REQUESTS) % people.length]!;
      cookie = who === 'visitor' ? '' : await school.signIn(who);
    }
    const { name, route } = random.oneOf(fuzzed);
    const url = addressOf(route, school, random);
    const { type, bytes: payload } = route.body ? payloadOf(route, random) : {};
    const begun = performance.now();
    const processor = process.cpuUsage();
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
    const ms = performance.now() - begun;
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    const tell = (what: string, more = '') => {
      if (findings.has(what)) return;
      const request = `${route.method} ${url.slice(0, 300)} ${payload?.toString().slice(0, 500) ?? ''}${more}`;
      findings.set(what, { what, request });
      say(`${what}\n  ${request}`); // a run that is broken off has told it
    };
    if (statusCode >= 500 && !(statusCode === 503 && headers['retry-after']))
      tell(`${name}: ${statusCode} ${body.slice(0, 120)}`);
    if (ms > STALL_MS) {
      const { user, system } = process.cpuUsage(processor);
      // Much less of the processor than of time: the machine was busy with others, or a lock waited.
      const own = Math.round((user + system) / 1_000);
      const told = `\n  ${Math.round(ms)} ms, ${own} of them on a processor`;
      tell(`${name}: stalled for ${STALL_MS} ms and more`, told);
    }
    if ((number + 1) % TOLD_REQUESTS === 0)
      say(`${number + 1} requests, ${findings.size} findings`);
    if ((number + 1) % MEMORY_REQUESTS === 0) {
      const held = heldBytes();
      if (number + 1 <= WARM_UP) warm = held;
      say(`${asMegabytes(held)} held, ${asMegabytes(process.memoryUsage.rss())} resident`);
      if (held - warm > MAX_GROWTH_BYTES) {
        const what = 'memory stays';
        findings.set(what, { what, request: `${asMegabytes(held - warm)} after ${number + 1}` });
      }
    }
  }
  return { findings: [...findings.values()], statuses };
}
