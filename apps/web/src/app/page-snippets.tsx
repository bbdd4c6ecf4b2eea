import type { PageKind } from '@vitrine/contract/snippet-pages';
import { pageAt } from '@vitrine/contract/pages';
import { useLocation } from 'react-router';
import { Snippets } from '../features/custom-html/snippets.tsx';

/** What runs on the page that is open. A page's kind of snippet bears the page's name. */
export function PageSnippets() {
  const { pathname } = useLocation();
  const found = pageAt(pathname);
  if (!found?.page.snippets) return null;
  const { scope } = found.page.snippets;
  return (
    <Snippets
      page={found.name as PageKind}
      scope={scope ? { [scope]: Number(found.params['id']) } : {}}
    />
  );
}
