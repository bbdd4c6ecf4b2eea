import { CustomLinkAnchor } from './custom-link-anchor.tsx';
import { useLinks } from './custom-links.queries.ts';

/** A shorter title is never cut, so it needs no width kept for it. */
const LONG_TITLE_CHARACTERS = 9;

/** The links in the students' main menu, at the top or in the sidebar (A section 2). */
export function HeaderLinks({ className }: { className: string }) {
  const links = useLinks();
  return links.data?.data.map((link) => (
    <CustomLinkAnchor
      key={link.id}
      link={link}
      menu="main"
      className={className}
      data-long={link.title.length > LONG_TITLE_CHARACTERS || undefined}
    />
  ));
}
