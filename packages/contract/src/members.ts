import * as z from 'zod/mini';
import {
  body,
  dataOf,
  id,
  ids,
  pageNumber,
  pageOf,
  requiredText,
  route,
  searchText,
  time,
} from './core.ts';
import { messages as common } from './messages.ts';
import { limits as session, messages as signIn, roles } from './sessions.ts';

export const messages = {
  added: '{{name}} agora faz parte da escola.',
  invited: 'Enviamos um convite para {{email}}.',
  removed: 'Pessoa removida da escola.',
  nameTooLong: 'O nome deve ter no máximo 191 caracteres.',
  emailTaken: 'Já existe uma pessoa com este e-mail na escola.',
  lastOwner: 'A escola precisa de ao menos um proprietário.',
  ownersOnly: 'Só um proprietário pode mudar proprietários.',
} as const;

const email = z
  .string(common.invalidEmail)
  .check(
    z.trim(),
    z.maxLength(254, common.invalidEmail),
    z.regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, common.invalidEmail),
  );
const name = requiredText(191, common.required, messages.nameTooLong);
const someRoles = z.array(z.enum(roles)).check(z.minLength(1, common.required), z.maxLength(5));

export const MemberInput = body({
  name,
  email,
  roles: z._default(someRoles, ['student']),
  product_ids: z._default(ids, []),
  password: z.optional(
    z
      .string()
      .check(
        z.minLength(session.passwordMin, signIn.weakPassword),
        z.maxLength(session.passwordMax, signIn.weakPassword),
      ),
  ),
});

export const MemberPatch = body({
  name: z.optional(name),
  roles: z.optional(someRoles),
  product_ids: z.optional(ids),
});

export const Member = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  photo_url: z.nullable(z.string()),
  roles: z.array(z.enum(roles)),
  product_ids: z.array(z.int()),
  created_at: time,
  last_seen_at: z.nullable(time),
});
export type Member = z.output<typeof Member>;

const filters = {
  search: searchText,
  role: z.optional(z.enum(roles)),
  product_id: z.optional(id),
};

export const members = {
  list: route('GET', '/api/v1/members', {
    access: 'admin',
    source: 'v1',
    query: z.object({ ...filters, page: pageNumber }),
    answer: pageOf(Member),
  }),
  /** A CSV of those that the filters find, which the import reads. */
  export: route('GET', '/api/v1/members/export', {
    access: 'admin',
    source: 'ours',
    query: z.object(filters),
  }),
  create: route('POST', '/api/v1/members', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: MemberInput,
    answer: dataOf(Member),
  }),
  update: route('PATCH', '/api/v1/members/{id}', {
    access: 'admin',
    source: 'v1',
    body: MemberPatch,
    answer: dataOf(Member),
  }),
  remove: route('DELETE', '/api/v1/members/{id}', { access: 'admin', source: 'v1', status: 204 }),
};
