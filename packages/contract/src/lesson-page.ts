import * as z from 'zod/mini';
import { body, dataOf, flag, flagAnswer, route, saved } from './core.ts';
import { choice, version } from './settings-values.ts';

/** B section 9. */
export const templates = [
  { id: 1, label: 'Lista' },
  { id: 2, label: 'Sequência' },
  { id: 3, label: 'Tela cheia' },
] as const;

/** B section 8, Lesson settings. */
export const messages = {
  loadFailed: 'Erro ao carregar o status',
  commentsSaved: 'Configuração de comentários atualizada',
  commentsFailed: 'Não foi possível completar essa ação, tente novamente!',
  templateSaved: 'Template alterado com sucesso',
  templateFailed: 'Falha ao alterar o template, tente novamente',
} as const;

/** The columns that the panel Página de aula sends; the template goes to `updateCustomBasic`. */
export const lessonPageColumns = { theme_classes: choice(1, 2, 3), comment: flag };

const LessonPageSettings = z.object({
  comment: flagAnswer,
  theme_classes: z.int(),
  course_page_indicator: flagAnswer,
  module_page_indicator: flagAnswer,
});

/** B section 7, Lesson settings. The template is saved through `updateCustomBasic`. */
export const lessonPage = {
  /** Visitors of an open showcase may see sample lessons, which need the template. */
  show: route('GET', '/api/auth/tenants/template_settings/{tenant}', {
    access: 'showcase',
    source: 'B',
    answer: dataOf(LessonPageSettings),
  }),
  comments: route('POST', '/api/auth/comunidade/comentarios/activeComment', {
    access: 'admin',
    source: 'B',
    body: body({ comment: flag, version }),
    answer: saved(z.object({ comment: flagAnswer, version: z.int() })),
  }),
};
