import * as z from 'zod/mini';
import { urlFieldWithMessage } from './addresses.ts';
import { body, id, listOf, message, requiredText, route, saved } from './core.ts';
import { wholeNumber } from './settings-values.ts';

/** B section 9: the speed, and the length of the text in a list. */
export const limits = { text: 500, timer: { min: 10, max: 150, start: 40 }, listed: 32 } as const;

/** A placeholder for a first name. Each pass of the text shows another name. */
export const nameVariable = '$nome_aluno';

/** B sections 4, 5 and 8. The texts are exact, because people read them. */
export const messages = {
  created: 'Letreiro salvo com sucesso.',
  createFailed: 'Error ao criar o letreiro',
  updated: 'Letreiro atualizado com sucesso.',
  updateFailed: 'Error ao atualizar o letreiro',
  removed: 'Exclusão realizada.',
  removeFailed: 'Houve um erro ao tentar excluir o letreiro.',
  textRequired: 'O texto do letreiro é obrigatório',
  textTooLong: 'O texto do letreiro deve ter no máximo 500 caracteres.',
  url: 'Insira uma URL válida',
  productRequired: 'Por favor, selecione um produto',
  taken: 'Já existe um letreiro definido para este produto. Selecione outro produto',
  soon: 'Novas atualizações em breve',
} as const;

/** B section 5, Marquee. A url that is left out or blank means no link. */
export const MarqueeInput = body({
  text: requiredText(limits.text, messages.textRequired, messages.textTooLong),
  product_id: z.pipe(
    z
      .unknown()
      .check(z.refine((value) => z.safeParse(id, value).success, messages.productRequired)),
    z.pipe(
      z.transform((value) => value as string | number),
      id,
    ),
  ),
  timer: z._default(wholeNumber(limits.timer.min, limits.timer.max), limits.timer.start),
  url: z._default(urlFieldWithMessage(messages.url), null),
  /** Ignored: a marquee is always horizontal. */
  type: z.optional(z.unknown()),
});
export type MarqueeInput = z.output<typeof MarqueeInput>;

/** B section 3, Marquee. `timer` is the speed, from 10 to 150. */
export const Marquee = z.object({
  id: z.int(),
  text: z.string(),
  product_id: z.int(),
  timer: z.int(),
  url: z.nullable(z.string()),
  type: z.literal('horizontal'),
  tenant_id: z.int(),
});
export type Marquee = z.output<typeof Marquee>;

/** A marquee on a lesson's page. */
export const RunningMarquee = z.object({
  text: z.string(),
  url: z.nullable(z.string()),
  timer: z.int(),
  /** Up to 20 first names of the product's members; empty if the text has no placeholder. */
  names: listOf(z.string()),
});
export type RunningMarquee = z.output<typeof RunningMarquee>;

/** B section 7, Marquees. At most one marquee per product. */
export const marquees = {
  list: route('GET', '/api/auth/marquee/{tenant}', {
    access: 'member',
    source: 'B',
    answer: listOf(Marquee),
  }),
  /** 409 if the product already has a marquee, with the text also under `data`. */
  create: route('POST', '/api/auth/marquee/create', {
    access: 'admin',
    source: 'B',
    status: 201,
    body: MarqueeInput,
    answer: saved(Marquee),
  }),
  update: route('POST', '/api/auth/marquee/update/{id}', {
    access: 'admin',
    source: 'B',
    body: MarqueeInput,
    answer: saved(Marquee),
  }),
  remove: route('DELETE', '/api/auth/marquee/{id}', {
    access: 'admin',
    source: 'B',
    answer: message,
  }),
};
