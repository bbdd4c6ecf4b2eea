import * as z from 'zod/mini';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  listOf,
  maxCharacters,
  requiredText,
  route,
  time,
} from './core.ts';
import { languages } from './languages.ts';
import { messages as common } from './messages.ts';
import { roles } from './sessions.ts';

/** Contract, People. Both in characters. */
export const limits = { name: 120, bio: 500 } as const;

export const messages = {
  saved: 'Perfil atualizado com sucesso.',
  nameTooLong: 'O nome deve ter no máximo 120 caracteres.',
  bioTooLong: 'A bio deve ter no máximo 500 caracteres.',
  device: '{{browser}} no {{system}}',
  unknownDevice: 'Navegador desconhecido',
} as const;

export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  photo_url: z.nullable(z.string()),
  bio: z.string(),
  /** Null until the member chooses one. */
  language: z.nullable(z.enum(languages)),
  roles: z.array(z.enum(roles)),
  /** 0: the member stands in no ranking. */
  in_ranking: flagAnswer,
  created_at: time,
});
export type Profile = z.output<typeof Profile>;

export const ProfilePatch = body({
  name: z.optional(requiredText(limits.name, common.required, messages.nameTooLong)),
  bio: z.optional(
    z.string(common.invalid).check(z.trim(), maxCharacters(limits.bio, messages.bioTooLong)),
  ),
  /** The path of an upload of use `photo`; null removes the photo. */
  photo: z.optional(z.nullable(z.string(common.invalid).check(z.maxLength(500, common.invalid)))),
  language: z.optional(z.enum(languages, common.invalid)),
  in_ranking: z.optional(flag),
});
export type ProfilePatch = z.output<typeof ProfilePatch>;

/** A place where the member is signed in. */
export const SignedInDevice = z.object({
  id: z.int(),
  /** In the reader's language: 'Chrome no Windows'. */
  device: z.string(),
  /** A phone or a tablet. */
  mobile: flagAnswer,
  last_seen_at: time,
  /** The session of this request. */
  current: flagAnswer,
});
export type SignedInDevice = z.output<typeof SignedInDevice>;

export const me = {
  show: route('GET', '/api/v1/me', { access: 'member', source: 'v1', answer: dataOf(Profile) }),
  update: route('PATCH', '/api/v1/me', {
    access: 'member',
    source: 'v1',
    body: ProfilePatch,
    answer: dataOf(Profile),
  }),
  sessions: route('GET', '/api/v1/me/sessions', {
    access: 'member',
    source: 'v1',
    answer: listOf(SignedInDevice),
  }),
  /** Ending one's own session is signing out. */
  endSession: route('DELETE', '/api/v1/me/sessions/{id}', {
    access: 'member',
    source: 'v1',
    status: 204,
  }),
  /** Ends every session but that of the request. */
  endOtherSessions: route('DELETE', '/api/v1/me/sessions', {
    access: 'member',
    source: 'ours',
    status: 204,
  }),
};
