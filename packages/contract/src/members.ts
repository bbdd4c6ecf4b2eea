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
import { limits as session, messages as signIn, roles, type Role } from './sessions.ts';

export const messages = {
  added: '{{name}} agora faz parte da escola.',
  invited: 'Enviamos um convite para {{email}}.',
  /** Without a mail server nothing is delivered, today or later. */
  notInvited:
    'O convite para {{email}} não saiu: este servidor não tem envio de e-mail configurado.',
  /** Where DEV_MAIL shows the stored mails. */
  invitedHere: 'Este servidor não envia e-mails: o convite para {{email}} está em /dev/mail.',
  alreadyIn: 'Esta pessoa já tem uma senha.',
  removed: 'Pessoa removida da escola.',
  emailTaken: 'Já existe uma pessoa com este e-mail na escola.',
  lastOwner: 'A escola precisa de ao menos um proprietário.',
  ownersOnlyEmail: 'Só um proprietário pode mudar o e-mail de um proprietário.',
  sameEmail: 'Este já é o e-mail desta conta.',
  emailAsked: 'Enviamos um link a cada endereço. O e-mail muda quando os dois confirmarem.',
  emailHalf: 'Confirmado. Falta confirmar pelo link enviado ao outro endereço.',
  emailChanged: 'E-mail alterado. Entre com o novo endereço a partir de agora.',
  ownersOnly: 'Só um proprietário pode mudar proprietários.',
  linkOfHigher: 'Só um proprietário pode criar o link de acesso de quem administra a escola.',
} as const;

/**
 * A link that is handed over opens the account to whoever holds it. An owner may hand one to
 * everybody, an admin only to those who may less.
 */
export const mayHandLink = (by: readonly Role[], to: readonly Role[]) =>
  by.includes('owner') || !(to.includes('owner') || to.includes('admin'));

const email = z
  .string(common.invalidEmail)
  .check(
    z.trim(),
    z.maxLength(254, common.invalidEmail),
    z.regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, common.invalidEmail),
  );
const name = requiredText(session.name, common.required, signIn.nameTooLong);
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
  /** What the server of the address said when it refused it for good; null where it takes mails. */
  email_error: z.nullable(z.string()),
});
export type Member = z.output<typeof Member>;

export const AccessLink = z.object({ url: z.string(), expires_at: time });
export type AccessLink = z.output<typeof AccessLink>;

export const EmailInput = body({ email });

export const EmailChange = z.object({
  email: z.string(),
  /** Whether the address of today, and the new one, have confirmed. */
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
  expires_at: time,
});

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
    /** `message`: what became of the invitation; null where a password was set. */
    answer: z.object({ data: Member, message: z.nullable(z.string()) }),
  }),
  update: route('PATCH', '/api/v1/members/{id}', {
    access: 'admin',
    source: 'v1',
    body: MemberPatch,
    answer: dataOf(Member),
  }),
  /** The change that waits for its two addresses; null where none does. */
  emailChange: route('GET', '/api/v1/members/{id}/email', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(z.nullable(EmailChange)),
  }),
  /** Sends a link to the old and to the new address. A later change ends the links of this one. */
  changeEmail: route('PUT', '/api/v1/members/{id}/email', {
    access: 'admin',
    source: 'ours',
    status: 202,
    body: EmailInput,
    answer: z.object({ message: z.string() }),
  }),
  /** The same for one's own account. */
  changeOwnEmail: route('PUT', '/api/v1/session/email', {
    access: 'member',
    source: 'ours',
    status: 202,
    body: EmailInput,
    answer: z.object({ message: z.string() }),
  }),
  confirmEmail: route('POST', '/api/v1/email/confirm', {
    access: 'public',
    source: 'ours',
    body: body({ token: z.string().check(z.maxLength(200)) }),
    answer: z.object({ message: z.string() }),
  }),
  /** Mails the invitation again, to whoever has not chosen a password yet. */
  invite: route('POST', '/api/v1/members/{id}/invitation', {
    access: 'admin',
    source: 'ours',
    status: 202,
    answer: z.object({ message: z.string() }),
  }),
  /** A link to hand over: it works once, and lets its holder choose a password and enter. */
  accessLink: route('POST', '/api/v1/members/{id}/access-link', {
    access: 'admin',
    source: 'ours',
    status: 201,
    answer: dataOf(AccessLink),
  }),
  remove: route('DELETE', '/api/v1/members/{id}', { access: 'admin', source: 'v1', status: 204 }),
};
