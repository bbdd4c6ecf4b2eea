import type { ScopeId } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { matchPath, useLocation } from 'react-router';
import { Snippets } from '../features/custom-html/snippets.tsx';

/** The pages that may carry snippets; the ids in their addresses are what a snippet may be narrowed to. */
const places: readonly [path: string, page: PageKind][] = [
  ['/homepage', 'homepage'],
  ['/courses/:course_id', 'course'],
  ['/modulos/:module_id', 'module'],
  ['/curso/:course/:title/:lesson_id', 'lesson'],
  ['/favoritos', 'favorite'],
];

/** What runs on the page that is open, whichever it is. */
export function PageSnippets() {
  const { pathname } = useLocation();
  for (const [path, page] of places) {
    const found = matchPath(path, pathname);
    if (found) return <Snippets page={page} scope={scopeOf(found.params)} />;
  }
  return null;
}

/** Of a lesson's address only the last id leads there; the others are for people (lesson-screen). */
function scopeOf({ course_id, module_id, lesson_id }: Partial<Record<ScopeId, string>>) {
  if (lesson_id) return { lesson_id: Number(lesson_id) };
  if (module_id) return { module_id: Number(module_id) };
  return course_id ? { course_id: Number(course_id) } : {};
}
