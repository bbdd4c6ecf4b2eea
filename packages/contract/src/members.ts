import * as z from 'zod/mini';
import {
  body,
  dataOf,
  id,
  ids,
  message,
  pageNumber,
  pageOf,
  personName,
  route,
  searchText,
  time,
} from './core.ts';
import { emailAddress } from './email-address.ts';
import { messages as common } from './messages.ts';
import { isAdminRole, roles, type Role } from './roles.ts';
import { limits as session, messages as signIn } from './sessions.ts';

/** Ours. Invitations that are sent one by one. Imports have limits of their own. */
export const limits = {
  /** By one admin. */
  invitationsPerHour: 1_000,
  /** By a school. */
  invitationsPerDay: 5_000,
} as const;

/** Ours. */
export const messages = {
  added: '{{name}} agora faz parte da escola.',
  invited: 'Enviamos um convite para {{email}}.',
  /** Without a mail server nothing is ever delivered. */
  notInvited:
    'O convite para {{email}} não saiu: este servidor não tem envio de e-mail configurado.',
  /** With DEV_MAIL, the page /dev/mail shows the stored mails. */
  invitedHere: 'Este servidor não envia e-mails: o convite para {{email}} está em /dev/mail.',
  invitationsOfHour:
    'Você já enviou 1.000 convites em uma hora. Tente de novo em {{minutes}} min ou importe uma planilha.',
  invitationsOfDay:
    'A escola já enviou 5.000 convites em um dia. Tente de novo em {{hours}} h ou importe uma planilha.',
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
 * Answers whether `by` may create an access link for `to`. The holder of an access link can open the
 * account. An owner may create one for everybody, an admin only for people below admin.
 */
export const mayCreateAccessLink = (by: readonly Role[], to: readonly Role[]) =>
  by.includes('owner') || !to.some(isAdminRole);

const name = personName(session.name, common.required, signIn.nameTooLong);
const someRoles = z.array(z.enum(roles)).check(z.minLength(1, common.required), z.maxLength(5));

/** A new member. Without a password the server mails an invitation (v1, members). */
export const MemberInput = body({
  name,
  email: emailAddress,
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

/** A missing field keeps its value. `roles` and `product_ids` replace the whole list. */
export const MemberPatch = body({
  name: z.optional(name),
  roles: z.optional(someRoles),
  product_ids: z.optional(ids),
});

/** A member as an admin sees one. */
export const Member = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  photo_url: z.nullable(z.string()),
  roles: z.array(z.enum(roles)),
  product_ids: z.array(z.int()),
  /** The products among them that a reward granted, with both titles. */
  rewarded_products: z.array(
    z.object({ product_id: z.int(), product: z.string(), reward: z.string() }),
  ),
  created_at: time,
  last_seen_at: z.nullable(time),
  /** The error with which a mail server refused this address for good; null if there is none. */
  email_error: z.nullable(z.string()),
});
export type Member = z.output<typeof Member>;

/** A one-time sign-in link that an admin hands over in person. */
export const AccessLink = z.object({ url: z.string(), expires_at: time });
export type AccessLink = z.output<typeof AccessLink>;

/** The new address of a member. Both addresses must confirm it. */
export const EmailInput = body({ email: emailAddress });

/** A change of address that still waits for a confirmation. */
export const EmailChange = z.object({
  email: z.string(),
  /** Whether the old address has confirmed, and whether the new one has. */
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
  expires_at: time,
});

const filters = {
  search: searchText,
  role: z.optional(z.enum(roles)),
  product_id: z.optional(id),
};

/** v1, members; exports, access links and changes of address are ours. */
export const members = {
  list: route('GET', '/api/v1/members', {
    access: 'admin',
    source: 'v1',
    query: z.object({ ...filters, page: pageNumber }),
    answer: pageOf(Member),
  }),
  /** A CSV of the members that the filters match. The import can read it. */
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
    /** `message`: the result of the invitation; null if the admin set a password. */
    answer: z.object({ data: Member, message: z.nullable(z.string()) }),
  }),
  update: route('PATCH', '/api/v1/members/{id}', {
    access: 'admin',
    source: 'v1',
    body: MemberPatch,
    answer: dataOf(Member),
  }),
  /** The pending change of the address; null if there is none. */
  emailChange: route('GET', '/api/v1/members/{id}/email', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(z.nullable(EmailChange)),
  }),
  /** Sends a link to the old and to the new address. A later change invalidates these links. */
  changeEmail: route('PUT', '/api/v1/members/{id}/email', {
    access: 'admin',
    source: 'ours',
    status: 202,
    body: EmailInput,
    answer: message,
  }),
  /** The same for the caller's own account. */
  changeOwnEmail: route('PUT', '/api/v1/session/email', {
    access: 'member',
    source: 'ours',
    status: 202,
    body: EmailInput,
    answer: message,
  }),
  confirmEmail: route('POST', '/api/v1/email/confirm', {
    access: 'public',
    source: 'ours',
    body: body({ token: z.string().check(z.maxLength(200)) }),
    answer: message,
  }),
  /** Mails the invitation again to a person who has not chosen a password yet. */
  invite: route('POST', '/api/v1/members/{id}/invitation', {
    access: 'admin',
    source: 'ours',
    status: 202,
    answer: message,
  }),
  /**
   * Creates a link that the admin passes on. It works once: its holder chooses a password and is
   * signed in.
   */
  accessLink: route('POST', '/api/v1/members/{id}/access-link', {
    access: 'admin',
    source: 'ours',
    status: 201,
    answer: dataOf(AccessLink),
  }),
  remove: route('DELETE', '/api/v1/members/{id}', { access: 'admin', source: 'v1', status: 204 }),
};
