import * as z from 'zod/mini';
import { body, requiredText, route, saved } from './core.ts';
import { plainText, patchOf, version } from './settings-values.ts';

/** A section 9: shorter than 192 characters. */
export const limits = { name: 191, description: 191 } as const;

/** A sections 5 and 8. */
export const messages = {
  saved: 'Dados alterados com sucesso!',
  failed: 'Não foi possível atualizar os dados',
  nameRequired: 'Campo "Nome da plataforma" obrigatório!',
  nameTooLong: 'O nome deve ter no máximo 191 caracteres.',
  descriptionTooLong: 'A descrição deve ter no máximo 191 caracteres.',
} as const;

const name = requiredText(limits.name, messages.nameRequired, messages.nameTooLong);

/** The columns that the panel Informações & SEO sends. The name is the school's name everywhere. */
export const infoColumns = {
  name,
  description: plainText(limits.description, messages.descriptionTooLong),
};

/** A section 3, Platform info. A missing field keeps its value. */
export const PlatformInfoInput = body({ ...patchOf(infoColumns), name, version });
export type PlatformInfoInput = z.output<typeof PlatformInfoInput>;

/** A section 7, `update-seo`. */
export const platformInfo = {
  update: route('POST', '/api/auth/config/plataforma/update-seo', {
    access: 'admin',
    source: 'A',
    body: PlatformInfoInput,
    answer: saved(z.object({ name: z.string(), description: z.string(), version: z.int() })),
  }),
};
