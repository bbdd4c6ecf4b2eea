import * as z from 'zod/mini';
import { webUrlField } from './addresses.ts';
import { body, flag, flagAnswer, route, saved } from './core.ts';
import { messages as common } from './messages.ts';
import { patchOf, richText, version } from './settings-values.ts';
import { Footer } from './site.ts';

/** Ours: characters of the HTML of a legal text. */
export const limits = { terms: 200_000 } as const;

/** A section 8. */
export const messages = {
  saved: common.saved,
  failed: 'Falha ao atualizar os dados do footer.',
  termsTooLong: 'O texto deve ter no máximo 200.000 caracteres.',
} as const;

/** The columns that the panel Footer sends (A section 3). Social links must be web addresses. */
export const footerColumns = {
  use_terms: richText(limits.terms, messages.termsTooLong),
  privacy_terms: richText(limits.terms, messages.termsTooLong),
  url_facebook: webUrlField,
  url_instagram: webUrlField,
  url_youtube: webUrlField,
};

const FooterInput = body({ ...patchOf(footerColumns), version });

/** A section 7. An empty social address removes it (contract, Footer, info). */
export const footer = {
  update: route('POST', '/api/auth/config/plataforma/extraSettings/update', {
    access: 'admin',
    source: 'A',
    body: FooterInput,
    answer: saved(z.extend(Footer, { version: z.int() })),
  }),
  /** The specification spells the path this way. */
  toggle: route('POST', '/api/auth/config/plataforma/updateCustomBasic/footerToogle', {
    access: 'admin',
    source: 'A',
    body: body({ footer_visible: flag, version }),
    answer: saved(z.object({ footer_visible: flagAnswer, version: z.int() })),
  }),
};
