import * as z from 'zod/mini';
import { body, message, personName, route } from './core.ts';
import { emailAddress } from './email-address.ts';
import { messages as common } from './messages.ts';
import { roles } from './roles.ts';

/**
 * `linkMinutes` is from contract, Tenants and sign-in; `name`, a person's name in characters, is
 * from contract, People. The rest are ours.
 */
export const limits = { passwordMin: 8, passwordMax: 200, linkMinutes: 10, name: 120 } as const;

/** Ours. */
export const messages = {
  wrongSignIn: 'E-mail ou senha incorretos.',
  linkGone: 'Este link expirou ou já foi usado. Peça um novo.',
  codeNeeded: 'Digite o código de 6 dígitos que enviamos por e-mail.',
  wrongCode: 'Código incorreto.',
  weakPassword: 'A senha deve ter de 8 a 200 caracteres.',
  nameTooLong: 'O nome deve ter no máximo 120 caracteres.',
  linkSent: 'Se este e-mail tem uma conta aqui, o link chega em instantes.',
} as const;

const email = z.string().check(z.trim(), z.maxLength(254));
const password = z
  .string()
  .check(
    z.minLength(limits.passwordMin, messages.weakPassword),
    z.maxLength(limits.passwordMax, messages.weakPassword),
  );

/** The signed-in member, the school and the roles (contract, Tenants and sign-in). */
export const Session = z.object({
  user: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    photo_url: z.nullable(z.string()),
  }),
  tenant: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  roles: z.array(z.object({ role: z.object({ slug: z.enum(roles) }) })),
});
export type Session = z.output<typeof Session>;

/** v1, session. The answers never tell whether an address has an account. */
export const sessions = {
  signIn: route('POST', '/api/v1/session', {
    access: 'public',
    source: 'v1',
    body: body({ email, password: z.string().check(z.maxLength(limits.passwordMax)) }),
    answer: Session,
  }),
  current: route('GET', '/api/v1/session', { access: 'member', source: 'v1', answer: Session }),
  signOut: route('DELETE', '/api/v1/session', { access: 'member', source: 'v1', status: 204 }),
  requestLink: route('POST', '/api/v1/session/magic-link', {
    access: 'public',
    source: 'v1',
    status: 202,
    body: body({
      email,
      /** Ours: the page of this school to which the link leads, like `next` of a form. */
      next: z.optional(z.string().check(z.maxLength(2000))),
    }),
    answer: message,
  }),
  /**
   * 409 `code_needed` in a browser that did not ask for the link: the caller must add the mail's
   * code.
   */
  consumeLink: route('POST', '/api/v1/session/magic-link/consume', {
    access: 'public',
    source: 'v1',
    body: body({
      token: z.string().check(z.maxLength(200)),
      code: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    }),
    answer: Session,
  }),
  forgot: route('POST', '/api/v1/password/forgot', {
    access: 'public',
    source: 'v1',
    status: 202,
    body: body({ email }),
    answer: message,
  }),
  /**
   * Consumes a printed link. With it, the operator of the installation sets an owner's e-mail and
   * password.
   */
  setUpOwner: route('POST', '/api/v1/session/owner', {
    access: 'public',
    source: 'ours',
    body: body({
      token: z.string().check(z.maxLength(200)),
      /** Without a name the account keeps its own. */
      name: z.optional(personName(limits.name, common.required, messages.nameTooLong)),
      email: emailAddress,
      password,
    }),
    answer: Session,
  }),
  reset: route('POST', '/api/v1/password/reset', {
    access: 'public',
    source: 'v1',
    status: 204,
    body: body({ token: z.string().check(z.maxLength(200)), password }),
  }),
};
