import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refuse } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuseOtherSchoolInBody } from '../access/access.ts';
import { receiveMultipart, type UploadedFile } from './multipart.ts';

interface Input {
  params: never;
  query: never;
  body: never;
  files: Record<string, UploadedFile>;
}

/**
 * Parses path, query, body and files by the contract. Unreadable input is 400. For invalid input,
 * `mustExist` throws 404 first; otherwise the answer is 422.
 */
export async function readInput(
  platform: Platform,
  request: FastifyRequest,
  route: AnyRoute,
  mustExist: () => Promise<void>,
): Promise<Input> {
  const tenantId = request.vitrine.school.tenant.id;
  // Also for a call without a body: it ignores one, but not the school that it names.
  refuseOtherSchoolInBody(request.body, tenantId);
  const params = readParams(request, route);
  const query = readQuery(request, route);
  const { fields, files, emptyFiles } = request.isMultipart()
    ? await receiveMultipart(platform, request, route)
    : { fields: request.body, files: {}, emptyFiles: [] };
  // features/site reads a plain form's fields again when it writes the answer (plain-forms.ts).
  request.body = fields;
  const input = { params: params as never, query: query as never, body: undefined as never, files };
  if (!route.body && fields === undefined) return input;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw refuse('bad_request', messages.badBody, 400);
  if (!route.body) return input;

  refuseUnreadable(fields);
  refuseOtherSchoolInBody(fields, tenantId);
  const { value, issues } = parseBody(route.body, fields);
  if (issues.length || emptyFiles.length) {
    await mustExist();
    throw invalidInput(issues, emptyFiles, route);
  }
  return { ...input, body: value as never };
}

/** Enough for any form. An answer names no more wrong fields. */
const MAX_ISSUES = 100;

/**
 * Parses as `z.safeParse` does, but makes messages for the first issues only. They are most of the
 * time of a failing parse: a list of 9,000 empty objects held the event loop for 85 ms.
 */
function parseBody(schema: z.core.$ZodType, body: object) {
  // `reportInput` puts the value into the issue, which tells a missing field from a wrong one.
  const context = { async: false, reportInput: true } as const;
  const { value, issues } = schema._zod.run(
    { value: body, issues: [] },
    context,
  ) as z.core.ParsePayload;
  const first = issues.slice(0, MAX_ISSUES);
  return { value, issues: first.map((one) => z.util.finalizeIssue(one, context, z.config())) };
}

const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number));

/** Path parameters and query, or null if they are invalid: 401 and 403 come before 400. */
export function readableInput(request: FastifyRequest, route: AnyRoute) {
  try {
    return {
      params: readParams(request, route) as never,
      query: readQuery(request, route) as never,
    };
  } catch {
    return null;
  }
}

function readParams(request: FastifyRequest, { params: schemas }: AnyRoute) {
  const params: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(request.params as Record<string, string>)) {
    const parsed = z.safeParse(schemas[name] ?? idParam, text);
    if (!parsed.success || isUnreadable(text))
      throw refuse('bad_request', messages.badParameter, 400);
    params[name] = parsed.data;
  }
  return params;
}

function readQuery(request: FastifyRequest, { query }: AnyRoute) {
  if (!query) return undefined;
  const parsed = z.safeParse(query, request.query);
  const texts = Object.values(request.query as Record<string, unknown>);
  if (!parsed.success || texts.some((text) => typeof text === 'string' && isUnreadable(text)))
    throw refuse('bad_request', messages.badParameter, 400);
  return parsed.data;
}

// Unreadable text: PostgreSQL stores no NUL, UTF-8 no lone surrogate ------------------------------

const isUnreadable = (text: string) => text.includes('\0') || !text.isWellFormed();
const MAX_DEPTH = 20;
/** The largest quiz of the contract has 26,000. Each value costs the schema a check. */
const MAX_VALUES = 30_000;

/**
 * Counts the values of a JSON text before it is parsed: 2 MB of short names hold the parser for
 * 300 ms. Characters within strings do not count.
 */
export function holdsTooManyValues(json: string) {
  let values = 0;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') index = endOfString(json, index);
    else if (character === ',' || character === '[' || character === '{') values += 1;
    if (values > MAX_VALUES) return true;
  }
  return false;
}

function endOfString(json: string, start: number) {
  for (let index = start + 1; index < json.length; index += 1) {
    if (json[index] === '\\') index += 1;
    else if (json[index] === '"') return index;
  }
  return json.length;
}

function refuseUnreadable(body: object) {
  let values = 0;
  const check = (value: unknown, depth: number) => {
    values += 1;
    if (
      depth > MAX_DEPTH ||
      values > MAX_VALUES ||
      (typeof value === 'string' && isUnreadable(value))
    )
      throw refuse('bad_request', messages.badBody, 400);
    if (!value || typeof value !== 'object') return;
    for (const name in value) {
      if (isUnreadable(name)) throw refuse('bad_request', messages.badBody, 400);
      check(value[name as keyof typeof value], depth + 1);
    }
  };
  check(body, 1);
}

// Messages for zod's issues -----------------------------------------------------------------------

/** 422 with the texts of every field. The first text is the message (contract, Everywhere). */
function invalidInput(issues: z.core.$ZodIssue[], emptyFiles: string[], { body }: AnyRoute) {
  const errors: Record<string, string[]> = {};
  for (const part of emptyFiles) errors[part] = [messages.emptyFile];
  const mistyped = new Set<string>();
  for (const issue of issues) {
    const field = fieldOf(issue);
    // zod measures a text in place of a list as well. Its length says nothing.
    if (mistyped.has(field)) continue;
    if (issue.code === 'invalid_type') mistyped.add(field);
    const text = messageOf(issue);
    const texts = (errors[field] ??= []);
    if (!texts.includes(text)) texts.push(text);
  }
  return refuse('invalid', messageFor(errors, body), 422, { errors });
}

/** A list of plain values is one field of a form, so its wrong elements are told at the list. */
function fieldOf({ path }: z.core.$ZodIssue) {
  const named = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  return named.map(String).join('.') || 'body';
}

/** A body may register a message for a combination of errors: `messageFor(errors)`. */
function messageFor(errors: Record<string, string[]>, body: AnyRoute['body']) {
  const custom = (body && z.globalRegistry.get(body)) as CustomMessage | undefined;
  return custom?.messageFor?.(errors) ?? Object.values(errors)[0]![0]!;
}

interface CustomMessage {
  messageFor?: (errors: Record<string, string[]>) => string | undefined;
}

/** Keeps a missing field distinguishable from an invalid one. */
const isGeneric = (text: string) => text === 'Invalid input' || text === messages.invalid;

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.message && !isGeneric(issue.message)) return issue.message;
  if (issue.input === undefined) return messages.required;
  if (issue.code === 'too_big' && issue.origin === 'string') return messages.tooLong;
  return messages.invalid;
}
