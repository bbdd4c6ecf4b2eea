import type { PageKind } from '@vitrine/contract/snippet-pages';
import { pageAt } from '@vitrine/contract/pages';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useCourse } from '../features/catalog/catalog.queries.ts';
import { Snippets } from '../features/custom-html/snippets.tsx';

/** Lazy, so that the community queries stay out of the first load. */
const CommunitySnippets = lazy(() => import('./community-snippets.tsx'));

/** Runs the snippets of the current page. The snippet's page kind equals the page's name. */
export function PageSnippets() {
  const { pathname } = useLocation();
  const found = pageAt(pathname);
  if (!found?.page.snippets) return null;
  if (found.name === 'course') return <CourseSnippets id={Number(found.params['id'])} />;
  if (found.name === 'community')
    return (
      <Suspense>
        <CommunitySnippets id={Number(found.params['id'])} />
      </Suspense>
    );
  const { scope } = found.page.snippets;
  return (
    <Snippets
      page={found.name as PageKind}
      scope={scope ? { [scope]: Number(found.params['id']) } : {}}
    />
  );
}

/** Without access, a course's page is an offer, which has the snippet kind `product`. */
function CourseSnippets({ id }: { id: number }) {
  const course = useCourse(id).data?.data;
  if (!course) return null;
  return course.locked ? (
    <Snippets page="product" scope={{}} />
  ) : (
    <Snippets page="course" scope={{ course_id: id }} />
  );
}
