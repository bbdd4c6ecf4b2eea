import * as z from 'zod/mini';
import { body, flag, flagAnswer, message, route, saved } from './core.ts';
import { version } from './settings-values.ts';

/** C section 8. The texts are exact, because people read them. */
export const messages = {
  blockedFailed: 'Falha ao tentar Atualizar o status! tente novamente mais tarde',
  changeFailed: 'Houve um problema ao alterar os dados da plataforma',
  saveFailed: 'Não foi possível salvar esta configuração',
} as const;

/** The switches that publish the system carousels. The settings routes carry them (C section 7). */
export const showcaseColumns = {
  show_carrousel_continue_course: flag,
  show_carrousel_continue_module: flag,
  show_carrousel_continue_class: flag,
  show_carrousel_highlight: flag,
};

/** Whether students see locked content. */
const BlockedContent = z.object({ show_blocked_content: flagAnswer });

/** C section 7, Visual identity and toggles. */
export const showcase = {
  showBlocked: route('POST', '/api/auth/config/plataforma/show-all-content', {
    access: 'admin',
    source: 'C',
    body: body({ show_all_content: flag, version }),
    answer: saved(z.extend(BlockedContent, { version: z.int() })),
  }),
  blocked: route('GET', '/api/auth/config/plataforma/get-content-config/{tenant}', {
    access: 'member',
    source: 'C',
    answer: BlockedContent,
  }),
  publishMyList: route('POST', '/api/auth/config/plataforma/updateMyListStats', {
    access: 'admin',
    source: 'C',
    body: body({ mylist_status: flag }),
    answer: message,
  }),
  /** A list with one element (C section 3, My-list carousel status). */
  myList: route('GET', '/api/auth/config/plataforma/getMyListStats/{tenant}', {
    access: 'member',
    source: 'C',
    answer: z.tuple([z.object({ published: flagAnswer })]),
  }),
};
