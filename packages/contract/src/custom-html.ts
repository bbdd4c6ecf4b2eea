import * as z from 'zod/mini';
import {
  body,
  dataOf,
  id,
  listOf,
  maxCharacters,
  message,
  requiredText,
  route,
  saved,
} from './core.ts';
import { version } from './settings-values.ts';
import { pageKinds, snippetPages, type PageKind } from './snippet-pages.ts';

/**
 * C section 9: the limit of titles, and their length on a collapsed card. The frames' sizes (px)
 * are ours. A frame's address stays valid longer than a list of frames stays fresh. `perPlace`: the
 * snippets of one place, such as home or one course, because each is a document of its own.
 */
export const limits = {
  title: 50,
  listed: 25,
  html: 100_000,
  perPlace: 100,
  frame: { height: 2000, corner: { width: 420, height: 640 } },
  frameMinutes: 40,
} as const;

/** C sections 5 and 8. The texts are exact, because people read them. */
export const messages = {
  created: 'HTML personalizado criado com sucesso',
  createFailed: 'Falha ao criar o HTML personalizado',
  updated: 'HTML personalizado editado com sucesso',
  updateFailed: 'Falha ao atualizar o HTML personalizado',
  removed: 'HTML excluído com sucesso',
  htmlTooLong: 'O HTML deve ter no máximo 100.000 caracteres.',
  removeFailed: 'Não foi possivel excluir o HTML personalizado',
  titleRequired: 'O título é obrigatório',
  titleTooLong: 'O título não pode ter mais de 50 caracteres',
  htmlRequired: 'Adicione o HTML personalizado',
  pageRequired: 'Selecione a página',
  full: 'Cada lugar pode ter no máximo 100 HTMLs personalizados. Junte ou exclua alguns.',
} as const;

/** The scopes that can narrow a snippet on each kind of page, outermost first (C section 2). */
export const scopesOf: Record<PageKind, readonly ScopeId[]> = {
  homepage: [],
  course: ['course_id'],
  module: ['course_id', 'module_id'],
  lesson: ['course_id', 'module_id', 'lesson_id'],
  community: ['community_id'],
  favorite: [],
  product: [],
  profile: [],
  search: [],
};

/** The scope ids of a snippet, from the widest to the narrowest (C section 3). */
export const scopeIds = ['community_id', 'course_id', 'module_id', 'lesson_id'] as const;
/** A scope id of a snippet. */
export type ScopeId = (typeof scopeIds)[number];
/** The pages where a snippet runs. Null means all. */
export type SnippetScope = Record<ScopeId, number | null>;

// Input -----------------------------------------------------------------------------------------

/** '0' or missing means all (C section 5). */
const scopeId = z._default(
  z.union([
    z.pipe(
      z.literal([null, 0, '0', '']),
      z.transform((): number | null => null),
    ),
    id,
  ]),
  null,
);
const scope = {
  community_id: scopeId,
  course_id: scopeId,
  module_id: scopeId,
  lesson_id: scopeId,
};

const customHtmlCode = z
  .string(messages.htmlRequired)
  .check(z.regex(/\S/, messages.htmlRequired), maxCharacters(limits.html, messages.htmlTooLong));

const title = requiredText(limits.title, messages.titleRequired, messages.titleTooLong);
const page = z.enum(pageKinds, messages.pageRequired);

/**
 * The server uses only the scope fields of the page kind. The form may send stale values in hidden
 * fields.
 */
export const CustomHtmlInput = body({ title, customHtml: customHtmlCode, page, ...scope, version });
export type CustomHtmlInput = z.output<typeof CustomHtmlInput>;

/** A missing field keeps its value (C section 7). Without `page` the scope stays, too. */
export const CustomHtmlChange = body({
  title: z.optional(title),
  customHtml: z.optional(customHtmlCode),
  page: z.optional(page),
  ...scope,
  version,
});
export type CustomHtmlChange = z.output<typeof CustomHtmlChange>;

// Answers ----------------------------------------------------------------------------------------

/**
 * C section 3. The request field is `customHtml`; answers carry `html` and `frame_url` (contract,
 * Custom HTML).
 */
export const CustomHtml = z.object({
  id: z.int(),
  title: z.string(),
  html: z.string(),
  page: z.enum(pageKinds),
  community_id: z.nullable(z.int()),
  course_id: z.nullable(z.int()),
  module_id: z.nullable(z.int()),
  lesson_id: z.nullable(z.int()),
  /** The scope's ids, outermost first; empty if the snippet runs on all pages of its kind. */
  embeddable_ids: listOf(z.int()),
  tenant_id: z.int(),
  version: z.int(),
  /** The isolated document for an iframe. The address is valid for minutes. */
  frame_url: z.string(),
});
export type CustomHtml = z.output<typeof CustomHtml>;

const base = '/api/platform/auth/custom-html';

/** C section 7 and contract, Custom HTML. 404 for a community that the viewer may not enter. */
export const customHtml = {
  list: route('GET', base, { access: 'admin', source: 'contract', answer: listOf(CustomHtml) }),
  /** The snippets of a page. Without a scope: the snippets for all pages of its kind. */
  filters: route('GET', `${base}/filters/{page}`, {
    access: 'showcase',
    source: 'C',
    params: { page: z.enum(pageKinds) },
    query: z.object(scope),
    answer: listOf(CustomHtml),
  }),
  create: route('POST', base, {
    access: 'admin',
    source: 'contract',
    status: 201,
    body: CustomHtmlInput,
    answer: saved(CustomHtml),
  }),
  update: route('PUT', `${base}/{id}`, {
    access: 'admin',
    source: 'contract',
    body: CustomHtmlChange,
    answer: saved(CustomHtml),
  }),
  remove: route('DELETE', `${base}/{id}`, { access: 'admin', source: 'C', answer: message }),
  pages: snippetPages,
  /**
   * Stores the code that the admin is writing, one draft per person, and answers with its frame.
   */
  preview: route('POST', '/api/v1/custom-html/preview', {
    access: 'admin',
    source: 'ours',
    body: body({ customHtml: customHtmlCode }),
    answer: dataOf(z.object({ frame_url: z.string() })),
  }),
};

const signature = z.object({ s: z.optional(z.string()), e: z.optional(z.string()) });

/** The isolated documents. They are for iframes only, and need the signature in their address. */
export const frames = {
  show: route('GET', '/_frame/{id}', { access: 'public', source: 'ours', query: signature }),
  preview: route('GET', '/_frame/preview/{id}', {
    access: 'public',
    source: 'ours',
    query: signature,
  }),
};
