import type { ScopeId } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';

/** Labels of the kinds of page (C section 9). */
export const pageLabels: Record<PageKind, string> = {
  homepage: 'Página inicial',
  course: 'Curso',
  module: 'Módulo',
  lesson: 'Aula',
  community: 'Comunidade',
  favorite: 'Favoritos',
  product: 'Produto',
  profile: 'Perfil',
  search: 'Busca',
};

/** A selector's label, and its choice that narrows nothing. */
export const scopeLabels: Record<ScopeId, { label: string; all: string }> = {
  community_id: { label: 'Comunidade', all: 'Todas as comunidades' },
  course_id: { label: 'Curso', all: 'Todos os cursos' },
  module_id: { label: 'Módulo', all: 'Todos os módulos' },
  lesson_id: { label: 'Aula', all: 'Todas as aulas' },
};
