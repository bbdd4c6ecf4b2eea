import { pageAt } from '@vitrine/contract/pages';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useCourse } from '../features/catalog/catalog.queries.ts';
import { Snippets } from '../features/custom-html/snippets.tsx';
import { optionalPart } from '../ui/late-component.ts';

/** Lazy, so that the community queries stay out of the first load. */
const CommunitySnippets = optionalPart(() => import('./community-snippets.tsx'));

/** Runs the snippets of the current page. The snippet's page kind equals the page's name. */
export function PageSnippets() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  if (!page?.page.snippets) return null;
  if (page.name === 'course') return <CourseSnippets id={Number(page.params['id'])} />;
  if (page.name === 'community')
    return (
      <Suspense>
        <CommunitySnippets id={Number(page.params['id'])} />
      </Suspense>
    );
  const { scope } = page.page.snippets;
  return (
    <Snippets
      page={page.name as PageKind}
      scope={scope ? { [scope]: Number(page.params['id']) } : {}}
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
