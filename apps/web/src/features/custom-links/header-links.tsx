import { Link } from 'react-router';
import { useLinks } from './custom-links.queries.ts';
import { hrefOf } from './link-address.ts';

/** The custom links as students find them in the top menu (A 2). */
export function HeaderLinks() {
  const links = useLinks();
  return links.data?.data.map(({ id, title, url }) =>
    url.startsWith('/') ? (
      <Link key={id} to={url} className="menu-place min-w-16 truncate">
        {title}
      </Link>
    ) : (
      <a
        key={id}
        href={hrefOf(url)}
        target="_blank"
        rel="noreferrer"
        className="menu-place min-w-16 truncate"
      >
        {title}
      </a>
    ),
  );
}
