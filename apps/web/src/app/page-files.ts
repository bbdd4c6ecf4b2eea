/** The build inputs of a kind of page, with the names of Vite's manifest. */
interface PageFiles {
  entry: string;
  /** Styles of the first fold, which is painted before the code arrives. */
  look?: string;
  /** The page's chunk, which the browser loads together with the entry. */
  page?: string;
}

const entry = 'src/main.tsx';
const looks = {
  home: 'src/app/first-fold/home.css',
  catalog: 'src/app/first-fold/catalog.css',
  lesson: 'src/app/first-fold/lesson.css',
  community: 'src/app/first-fold/community.css',
};

/**
 * The pages with a server-rendered first fold. The build splits its chunks by this list
 * (vite.config.ts). The server writes each page's tags from it (apps/server, features/site).
 */
export const pageFiles = {
  visitor: { entry: 'src/visitor.ts' },
  app: { entry, look: looks.home },
  course: { entry, look: looks.catalog, page: 'src/features/catalog/course-page.tsx' },
  module: { entry, look: looks.catalog, page: 'src/features/catalog/module-page.tsx' },
  lesson: { entry, look: looks.lesson, page: 'src/app/lesson-screen.tsx' },
  communities: { entry, look: looks.community, page: 'src/features/posts/explorer-page.tsx' },
  community: { entry, look: looks.community, page: 'src/features/posts/community-page.tsx' },
  post: { entry, look: looks.community, page: 'src/features/posts/post-page.tsx' },
} satisfies Record<string, PageFiles>;

/** The style entries by their name in the build. */
export const firstFoldStyles = Object.fromEntries(
  Object.entries(looks).map(([name, file]) => [`first-fold-${name}`, file]),
);
