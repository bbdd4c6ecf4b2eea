import { Link } from 'react-router';
import { useLinks } from './custom-links.queries.ts';
import { hrefOf } from './link-address.ts';

/** The links in the students' main menu, at the top or in the sidebar (A 2). */
export function HeaderLinks({ className }: { className: string }) {
  const links = useLinks();
  return links.data?.data.map(({ id, title, url }) =>
    url.startsWith('/') ? (
      <Link key={id} to={url} className={className}>
        {title}
      </Link>
    ) : (
      <a key={id} href={hrefOf(url)} target="_blank" rel="noreferrer" className={className}>
        {title}
      </a>
    ),
  );
}
