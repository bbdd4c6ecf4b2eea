import { catalog } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import type { Language } from '@vitrine/contract/languages';
import { pageAt, type Operation } from '@vitrine/contract/pages';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps, ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import {
  CourseFirstFold,
  HomeFirstFold,
  LessonFirstFold,
  ModuleFirstFold,
  FirstFoldFrame,
} from './app/first-fold/first-fold.tsx';
import { LegalPage } from './features/footer/legal-page.tsx';
import { VisitorPage, type VisitorPageProps } from './features/login-page/visitor-page.tsx';
import { bootWith, type Boot } from './platform/boot.ts';
import { textsOf } from './platform/locale.ts';
import { createQueryClient } from './platform/query-client.ts';
import { changeTexts } from './ui/translation.ts';

// Built for the server, which keeps what comes out for everybody per school until the school changes.

export const renderVisitorPage = (props: VisitorPageProps) =>
  renderToStaticMarkup(<VisitorPage {...props} />);

export const renderLegalPage = (props: ComponentProps<typeof LegalPage>) =>
  renderToStaticMarkup(<LegalPage {...props} />);

interface FirstFoldProps {
  boot: Boot;
  language: Language;
  pathname: string;
  clean: (html: string) => string;
}

/** The first folds, by the call whose answer each shows. */
const firstFolds: Partial<Record<Operation, { path: string; FirstFold: unknown }>> = {
  'home.show': { path: home.show.path, FirstFold: HomeFirstFold },
  'catalog.showCourse': { path: catalog.showCourse.path, FirstFold: CourseFirstFold },
  'catalog.showModule': { path: catalog.showModule.path, FirstFold: ModuleFirstFold },
  'catalog.showLesson': { path: catalog.showLesson.path, FirstFold: LessonFirstFold },
};

const texts = { pt: await textsOf('pt'), en: await textsOf('en'), es: await textsOf('es') };

/** The first fold of a page, of what travels with it; only the frame where nothing does. */
export function renderOpening({ boot, language, pathname, clean }: FirstFoldProps) {
  bootWith(boot);
  changeTexts(language, texts[language]);
  return renderToStaticMarkup(
    <StaticRouter location={pathname}>
      <QueryClientProvider client={createQueryClient()}>
        <FirstFoldFrame at={pathname}>{firstFoldAt(boot, pathname, clean)}</FirstFoldFrame>
      </QueryClientProvider>
    </StaticRouter>,
  );
}

function firstFoldAt({ answers }: Boot, pathname: string, clean: FirstFoldProps['clean']) {
  const found = pageAt(pathname);
  const fold = found?.page.firstCall && firstFolds[found.page.firstCall];
  if (!found || !fold) return null;
  const answer = answers[fold.path.replace('{id}', found.params['id'] ?? '')];
  if (!answer) return null;
  const FirstFold = fold.FirstFold as ComponentType<{ data: object; clean: typeof clean }>;
  return <FirstFold data={(answer as { data: object }).data} clean={clean} />;
}
