import * as z from 'zod/mini';
import { isBareUrl } from './addresses.ts';
import { body, dataOf, listOf, message, order, requiredText, route, saved } from './core.ts';
import { messages as common } from './messages.ts';

/** A section 9: at most three custom links in a school's header. */
export const limits = { perSchool: 3, title: 255, url: 2000 } as const;

/** A sections 5 and 8 fix the texts. */
export const messages = {
  created: 'Link criado com sucesso',
  updated: 'Link atualizado com sucesso',
  removed: 'Link excluído com sucesso',
  ordered: 'Ordem atualizada com sucesso.',
  blank: 'Valor do campo inválido',
  bothBlank: 'Valores dos campos inválidos',
  limit: 'Você pode criar no máximo 3 (três) links',
  createFailed: 'Falha ao criar novo link',
  changeFailed: 'Não foi possível atualizar os dados',
  orderFailed: common.orderFailed,
} as const;

/**
 * A section 5: the server removes the scheme before saving. A scheme alone therefore counts as blank.
 */
export const withoutScheme = (url: string) => url.trim().replace(/^https?:\/\//i, '');

const link_url = z
  .string(messages.blank)
  .check(
    z.overwrite(withoutScheme),
    z.minLength(1, { error: messages.blank, abort: true }),
    z.maxLength(limits.url, common.invalidLink),
    z.regex(/^[^\s\\<>"]+$/, common.invalidLink),
    z.refine(isBareUrl, common.invalidLink),
  );

/** A section 5. Both fields blank: the message says so, and each field has its own text. */
export const CustomLinkInput = body({
  link_title: requiredText(limits.title, messages.blank, common.titleTooLong),
  link_url,
}).register(z.globalRegistry, {
  messageFor: ({ link_title, link_url }: Record<string, string[]>) =>
    [link_title, link_url].every((texts) => texts?.includes(messages.blank))
      ? messages.bothBlank
      : undefined,
});
export type CustomLinkInput = z.output<typeof CustomLinkInput>;

/**
 * A section 3. `url` has no scheme. A link to a community is a path of this school. Links have no
 * `version`, because the specification gives them none (contract, Settings). For a domain with files,
 * see `banners.ts`.
 */
export const CustomLink = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  tenant_id: z.int(),
});
export type CustomLink = z.output<typeof CustomLink>;

/** A section 7. 409 for a fourth link (contract, Errors). */
export const customLinks = {
  list: route('GET', '/api/auth/config/plataforma/links/index/{tenant}', {
    access: 'member',
    source: 'A',
    answer: dataOf(listOf(CustomLink)),
  }),
  create: route('POST', '/api/auth/config/plataforma/links/create', {
    access: 'admin',
    source: 'A',
    status: 201,
    body: CustomLinkInput,
    answer: saved(CustomLink),
  }),
  update: route('POST', '/api/auth/config/plataforma/links/update/{id}', {
    access: 'admin',
    source: 'A',
    body: CustomLinkInput,
    answer: saved(CustomLink),
  }),
  remove: route('DELETE', '/api/auth/config/plataforma/links/delete/{tenant}/{id}', {
    access: 'admin',
    source: 'A',
    answer: message,
  }),
  order: route('POST', '/api/auth/config/plataforma/links/order', {
    access: 'admin',
    source: 'A',
    body: order,
    answer: message,
  }),
};
