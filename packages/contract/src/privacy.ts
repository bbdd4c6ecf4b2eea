import * as z from 'zod/mini';
import {
  body,
  cursorPageOf,
  dataOf,
  flagAnswer,
  id,
  idCursor,
  message,
  requiredText,
  route,
  saved,
  time,
  trimmedText,
} from './core.ts';
import { messages as common } from './messages.ts';
import { recordOf } from './record-of.ts';

/**
 * In characters, days and counts. The school answers a request within 15 days (LGPD, article 19).
 */
export const limits = {
  requestText: 1000,
  requestDays: 15,
  openRequests: 5,
  erasureDays: 7,
  exportsPerHour: 10,
  erasureTriesPerHour: 10,
  erasureLinksPerHour: 5,
} as const;

/** Ours. */
export const messages = {
  erasureAsked:
    'Sua conta será apagada em {{days}} dias. Até lá, só o link que enviamos por e-mail a traz de volta.',
  memberErasureAsked:
    'Os dados serão apagados em {{days}} dias. Enviamos à pessoa um link para cancelar.',
  erasurePending:
    'Esta conta será apagada em {{date}}. Para cancelar, use o link que enviamos agora por e-mail.',
  erasureCancelled: 'Exclusão cancelada. Sua conta voltou: entre de novo.',
  linkSent: 'Enviamos um link para o seu e-mail. Ele vale por 10 minutos.',
  proofNeeded: 'Digite sua senha, ou use o link enviado por e-mail.',
  wrongPassword: 'Senha incorreta.',
  lastOwner: 'A escola precisa de ao menos um proprietário. Passe a propriedade a alguém antes.',
  ownersOnly: 'Só um proprietário pode ver ou apagar os dados de um proprietário.',
  ownErasure: 'Apague a sua própria conta em Meus dados.',
  requestSent: 'Pedido enviado. A escola responde em até {{days}} dias.',
  requestAdded: 'Pedido registrado.',
  requestDone: 'Pedido respondido.',
  alreadyDone: 'Este pedido já foi respondido.',
  tooManyRequests: 'Você já tem {{limit}} pedidos abertos.',
  textRequired: 'Escreva o seu pedido',
  textTooLong: 'O texto deve ter no máximo 1.000 caracteres.',
  retentionSaved: 'Prazos salvos com sucesso.',
  termsAccepted: 'Obrigado. Guardamos a data.',
} as const;

/** The requests that people may make about their data. */
export const requestKinds = ['access', 'correction', 'erasure', 'other'] as const;
/** Portuguese labels of the kinds of requests. */
export const requestWords = {
  access: { label: 'Acesso aos dados' },
  correction: { label: 'Correção' },
  erasure: { label: 'Exclusão' },
  other: { label: 'Outro assunto' },
} as const satisfies Record<(typeof requestKinds)[number], { label: string }>;
/** The things that a member agrees to: the legal texts, and a place in the ranking. */
export const consentKinds = ['terms', 'ranking'] as const;
/** Portuguese labels of the consents. */
export const consentWords = {
  terms: { label: 'Termos de uso e privacidade' },
  ranking: { label: 'Aparecer no ranking' },
} as const satisfies Record<(typeof consentKinds)[number], { label: string }>;
/** The accesses of staff to a person's data that the server records. */
export const viewKinds = ['attempt', 'export', 'list', 'points', 'email'] as const;
/** Portuguese sentences about these accesses. */
export const viewWords = {
  attempt: { label: 'Abriu uma avaliação sua' },
  export: { label: 'Baixou os seus dados' },
  list: { label: 'Exportou a lista de pessoas' },
  points: { label: 'Abriu os seus pontos' },
  email: { label: 'Abriu a mudança do seu e-mail' },
} as const satisfies Record<(typeof viewKinds)[number], { label: string }>;

/** A request of a person about their data. The school answers it before `due_at`. */
export const DataRequest = z.object({
  id: z.int(),
  kind: z.enum(requestKinds),
  details: z.string(),
  answer: z.string(),
  created_at: time,
  due_at: time,
  done_at: z.nullable(time),
});
export type DataRequest = z.output<typeof DataRequest>;

/** One answer of a member to a question of consent. The server keeps all of them. */
export const Consent = z.object({ kind: z.enum(consentKinds), granted: flagAnswer, at: time });
export type Consent = z.output<typeof Consent>;

/** One access of staff to a person's data. */
export const RecordView = z.object({
  /** Null if that person has left. */
  viewer: z.nullable(z.string()),
  what: z.enum(viewKinds),
  at: time,
});
export type RecordView = z.output<typeof RecordView>;

/**
 * The groups of a person's data, each with a count. The page describes each group in plain words.
 */
export const dataGroups = [
  'account',
  'access',
  'study',
  'quizzes',
  'community',
  'points',
  'preferences',
  'files',
  'technical',
] as const;
/** A group of personal data. */
export type DataGroup = (typeof dataGroups)[number];

/** In days or months. */
export const retentionLimits = {
  sign_in_days: { min: 1, max: 365, preset: 30 },
  mail_days: { min: 7, max: 365, preset: 30 },
  import_days: { min: 7, max: 730, preset: 90 },
  view_months: { min: 6, max: 60, preset: 12 },
  audit_months: { min: 6, max: 120, preset: 24 },
  request_months: { min: 12, max: 120, preset: 60 },
} as const;
/** A kind of data with a retention period. */
export type RetentionName = keyof typeof retentionLimits;
/** The names of the terms that a school may change. */
export const retentionNames = Object.keys(retentionLimits) as RetentionName[];

const retentionField = (name: RetentionName) => {
  const { min, max } = retentionLimits[name];
  return z
    .int(common.invalid)
    .check(z.minimum(min, common.invalid), z.maximum(max, common.invalid));
};
/** A missing term keeps its value. */
export const RetentionInput = body(
  recordOf(retentionNames, (name) => z.optional(retentionField(name))),
);
/** The retention period of each kind of record, in days or months as its name says. */
export const Retention = z.object(recordOf(retentionNames, () => z.int()));
export type Retention = z.output<typeof Retention>;

/** The data that the school stores about the viewer, as counts, and what was done with it. */
export const MyData = z.object({
  groups: z.array(z.object({ group: z.enum(dataGroups), records: z.int() })),
  consents: z.array(Consent),
  views: z.array(RecordView),
  requests: z.array(DataRequest),
  retention: Retention,
  /** Whether the account has a password. Without one, erasure needs the link. */
  password: flagAnswer,
});
export type MyData = z.output<typeof MyData>;

const details = trimmedText(limits.requestText, messages.textTooLong);

/** A request of a person about their data (LGPD). */
export const RequestInput = body({
  kind: z.enum(requestKinds, common.invalid),
  details: requiredText(limits.requestText, messages.textRequired, messages.textTooLong),
});

const ErasureInput = body({
  password: z.optional(z.string(common.invalid).check(z.maxLength(200, common.invalid))),
  token: z.optional(z.string(common.invalid).check(z.maxLength(200, common.invalid))),
});

/** A request in the admins' list. */
export const ManagedRequest = z.object({
  ...DataRequest.shape,
  /** Null once the person has been erased. */
  member: z.nullable(z.object({ id: z.int(), name: z.string(), email: z.string() })),
  /** The end of the time in which an erasure can be cancelled. */
  erase_at: z.nullable(time),
});
export type ManagedRequest = z.output<typeof ManagedRequest>;

const Erasure = saved(z.object({ erase_at: time }));

/** v1, me (export and erasure); the rest are ours. */
export const privacy = {
  show: route('GET', '/api/v1/me/data', {
    access: 'member',
    source: 'ours',
    answer: dataOf(MyData),
  }),
  /** Streams a zip of all data of the viewer. */
  export: route('GET', '/api/v1/me/export', { access: 'member', source: 'v1' }),
  /** Mails a new link, for members without a password or with a forgotten one. */
  askErasureLink: route('POST', '/api/v1/me/erasure-link', {
    access: 'member',
    source: 'ours',
    status: 202,
    answer: message,
  }),
  erase: route('DELETE', '/api/v1/me', {
    access: 'member',
    source: 'v1',
    status: 202,
    body: ErasureInput,
    answer: Erasure,
  }),
  cancelErasure: route('POST', '/api/v1/erasures/cancel', {
    access: 'public',
    source: 'ours',
    body: body({ token: z.string().check(z.maxLength(200)) }),
    answer: message,
  }),
  acceptTerms: route('POST', '/api/v1/me/consents/terms', {
    access: 'member',
    source: 'ours',
    status: 201,
    answer: saved(Consent),
  }),
  ask: route('POST', '/api/v1/me/data-requests', {
    access: 'member',
    source: 'ours',
    status: 201,
    body: RequestInput,
    answer: saved(DataRequest),
  }),

  exportMember: route('GET', '/api/v1/members/{id}/export', { access: 'admin', source: 'ours' }),
  eraseMember: route('POST', '/api/v1/members/{id}/erasure', {
    access: 'admin',
    source: 'ours',
    status: 202,
    answer: Erasure,
  }),
  requests: route('GET', '/api/v1/data-requests', {
    access: 'admin',
    source: 'ours',
    query: z.object({
      state: z._default(z.enum(['open', 'done']), 'open'),
      cursor: idCursor,
    }),
    answer: z.extend(cursorPageOf(ManagedRequest), { open: z.int() }),
  }),
  /** Adds a request that reached the school by mail or phone. */
  addRequest: route('POST', '/api/v1/data-requests', {
    access: 'admin',
    source: 'ours',
    status: 201,
    body: body({ member_id: id, kind: z.enum(requestKinds, common.invalid), details }),
    answer: saved(ManagedRequest),
  }),
  answerRequest: route('PUT', '/api/v1/data-requests/{id}/answer', {
    access: 'admin',
    source: 'ours',
    body: body({
      answer: requiredText(limits.requestText, common.required, messages.textTooLong),
    }),
    answer: saved(ManagedRequest),
  }),
  retention: route('GET', '/api/v1/retention', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(Retention),
  }),
  changeRetention: route('PATCH', '/api/v1/retention', {
    access: 'admin',
    source: 'ours',
    body: RetentionInput,
    answer: saved(Retention),
  }),
};
