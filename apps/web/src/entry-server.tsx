import { QueryClientProvider } from '@tanstack/react-query';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { home } from '@vitrine/contract/home';
import type { Language } from '@vitrine/contract/languages';
import { ownId, pageAt, type FoundPage, type Operation } from '@vitrine/contract/pages';
import { posts } from '@vitrine/contract/posts';
import en from '@vitrine/contract/texts.en.json' with { type: 'json' };
import es from '@vitrine/contract/texts.es.json' with { type: 'json' };
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { FirstFoldFrame, ToolFirstFold, WaitingFirstFold } from './app/first-fold/first-fold.tsx';
import {
  CommunityFirstFold,
  CourseFirstFold,
  ExplorerFirstFold,
  HomeFirstFold,
  LessonFirstFold,
  ModuleFirstFold,
  PostPageFirstFold,
} from './app/first-fold/page-folds.tsx';
import { LegalPage, type LegalPageProps } from './features/footer/legal-page.tsx';
import type { VisitorFormProps } from './features/login-page/visitor-forms.tsx';
import { VisitorPage } from './features/login-page/visitor-page.tsx';
import { ServerCleanContext } from './kit/page/safe-html.tsx';
import { createQueryClient } from './platform/query-client.ts';
import { SiteContext } from './platform/site-context.ts';
import { createSiteStore, type Boot } from './platform/site-store.ts';
import { createTranslation, TranslationContext } from './ui/translation.ts';

// The server renders with this bundle and caches the HTML that all viewers share. A page gets its
// school, viewer and language only through React context, because requests render concurrently.

const translations = {
  pt: createTranslation('pt'),
  en: createTranslation('en', en),
  es: createTranslation('es', es),
};

interface InLanguage {
  language: Language;
}

export { pageFiles, pageSources, textFiles } from './app/page-files.ts';

const render = (language: Language, page: ReactNode) =>
  renderToStaticMarkup(
    <TranslationContext value={translations[language]}>{page}</TranslationContext>,
  );

/** Renders the login page and the other pages for visitors, as HTML that needs no React. */
export const renderVisitorPage = ({ language, ...props }: VisitorFormProps & InLanguage) =>
  render(language, <VisitorPage {...props} />);

/** Renders a legal text: the terms of use or the privacy policy. */
export const renderLegalPage = ({ language, ...props }: LegalPageProps & InLanguage) =>
  render(language, <LegalPage {...props} />);

interface FirstFoldProps extends InLanguage {
  boot: Boot;
  pathname: string;
  clean: (html: string) => string;
}

/** The first folds, by the call whose answer they show. */
const firstFolds: Partial<Record<Operation, { path: string; FirstFold: unknown }>> = {
  'home.show': { path: home.show.path, FirstFold: HomeFirstFold },
  'catalog.showCourse': { path: catalog.showCourse.path, FirstFold: CourseFirstFold },
  'catalog.showModule': { path: catalog.showModule.path, FirstFold: ModuleFirstFold },
  'communities.list': { path: communities.list.path, FirstFold: ExplorerFirstFold },
  'communities.show': { path: communities.show.path, FirstFold: CommunityFirstFold },
  'posts.show': { path: posts.show.path, FirstFold: PostPageFirstFold },
  'catalog.showLesson': { path: catalog.showLesson.path, FirstFold: LessonFirstFold },
};

/**
 * Renders a page's first fold from its embedded answers. Without answers it renders placeholders.
 */
export const renderFirstFold = (props: FirstFoldProps) =>
  renderToStaticMarkup(<FirstFoldPage {...props} />);

/** The first fold with the providers that it needs on the server. */
export const FirstFoldPage = ({ boot, language, pathname, clean }: FirstFoldProps) => (
  <TranslationContext value={translations[language]}>
    <SiteContext value={createSiteStore(boot)}>
      <StaticRouter location={pathname}>
        <QueryClientProvider client={createQueryClient(boot.answers)}>
          <ServerCleanContext value={clean}>
            <FirstFoldFrame at={pathname}>{firstFoldAt(boot, pathname, clean)}</FirstFoldFrame>
          </ServerCleanContext>
        </QueryClientProvider>
      </StaticRouter>
    </SiteContext>
  </TranslationContext>
);

/** The page of a quiz has no header. */
const isOnSite = ({ page, name }: FoundPage) => page.access === 'member' && name !== 'quiz';

function firstFoldAt({ answers }: Boot, pathname: string, clean: FirstFoldProps['clean']) {
  const page = pageAt(pathname);
  const fold = page?.page.firstCall && firstFolds[page.page.firstCall];
  if (!page) return null;
  const { access } = page.page;
  if (access === 'staff' || access === 'admin') return <ToolFirstFold name={page.name} />;
  if (!fold) return isOnSite(page) ? <WaitingFirstFold name={page.name} /> : null;
  const answer = answers[fold.path.replace('{id}', String(ownId(page)))];
  // The viewer may not see it, or it does not exist: the code says so.
  if (!answer) return <WaitingFirstFold name={page.name} />;
  const FirstFold = fold.FirstFold as ComponentType<{ data: object; cleanHtml: typeof clean }>;
  const data = Array.isArray(answer) ? answer : (answer as { data: object }).data;
  return <FirstFold data={data} cleanHtml={clean} />;
}
