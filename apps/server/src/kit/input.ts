import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Platform } from '../platform/platform.ts';
import { refuse } from '../platform/app-error.ts';
import { refuseOtherSchoolInBody } from './access.ts';
import { receiveMultipart, type UploadedFile } from './multipart.ts';

interface Input {
  params: never;
  query: never;
  body: never;
  files: Record<string, UploadedFile>;
}

/**
 * What came in, parsed by the contract: 400 for what cannot be read, 404 by `mustExist` before
 * 422 for what can be read and is wrong.
 */
export async function readInput(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  route: AnyRoute,
  mustExist: () => Promise<void>,
): Promise<Input> {
  const params = readParams(request, route);
  const query = readQuery(request, route);
  const { fields, files } = request.isMultipart()
    ? await receiveMultipart(platform, request, reply, route)
    : { fields: request.body, files: {} };
  // A form's fields stay readable where its answer is written (features/site, plain-forms).
  request.body = fields;
  const input = { params: params as never, query: query as never, body: undefined as never, files };
  if (!route.body) return input;

  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw refuse('bad_request', messages.badBody, 400);
  refuseUnreadable(fields);
  refuseOtherSchoolInBody(fields, request.vitrine.school.tenant.id);
  // With what was sent: a thing of a wrong kind is told from one that is missing.
  const parsed = z.safeParse(route.body, fields, { reportInput: true });
  if (!parsed.success) {
    await mustExist();
    throw invalidInput(parsed.error, route);
  }
  return { ...input, body: parsed.data as never };
}

const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number));

/** Null where they cannot be read: who may come in at all is told first. */
export function readableParams(request: FastifyRequest, route: AnyRoute) {
  try {
    return readParams(request, route) as never;
  } catch {
    return null;
  }
}

function readParams(request: FastifyRequest, { params: own }: AnyRoute) {
  const params: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(request.params as Record<string, string>)) {
    const parsed = z.safeParse(own[name] ?? idParam, text);
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

// What no text may hold: PostgreSQL keeps no NUL, UTF-8 no lone surrogate -------------------------

const isUnreadable = (text: string) => text.includes('\0') || !text.isWellFormed();
const MAX_DEPTH = 20;

function refuseUnreadable(value: unknown, depth = 1): void {
  if (depth > MAX_DEPTH) throw refuse('bad_request', messages.badBody, 400);
  if (typeof value === 'string') {
    if (isUnreadable(value)) throw refuse('bad_request', messages.badBody, 400);
  } else if (value && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      refuseUnreadable(name, depth);
      refuseUnreadable(inner, depth + 1);
    }
  }
}

// What zod found, in a person's words ------------------------------------------------------------

/** Every wrong field under its name; the first one's text is the message (contract, Everywhere). */
function invalidInput(error: z.core.$ZodError, { body }: AnyRoute) {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || 'body';
    const text = wording(issue);
    const said = (errors[field] ??= []);
    if (!said.includes(text)) said.push(text);
  }
  return refuse('invalid', messageFor(errors, body), 422, { errors });
}

/** A body may have words of its own for what is wrong: `said(errors)`. */
function messageFor(errors: Record<string, string[]>, body: AnyRoute['body']) {
  const own = (body && z.globalRegistry.get(body)) as CustomMessage | undefined;
  return own?.said?.(errors) ?? Object.values(errors)[0]![0]!;
}

interface CustomMessage {
  said?: (errors: Record<string, string[]>) => string | undefined;
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.message && issue.message !== 'Invalid input') return issue.message;
  if (issue.input === undefined) return messages.required;
  if (issue.code === 'too_big' && issue.origin === 'string') return messages.tooLong;
  return messages.invalid;
}
