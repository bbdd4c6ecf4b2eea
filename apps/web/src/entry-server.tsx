import { catalog } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import type { Language } from '@vitrine/contract/languages';
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

interface OpeningProps {
  boot: Boot;
  language: Language;
  pathname: string;
  clean: (html: string) => string;
}

/** Which answer each page opens with, and how. */
const openings = [
  { at: /^\/homepage$/, path: home.show.path, Opening: HomeFirstFold },
  { at: /^\/courses\/(\d+)$/, path: catalog.showCourse.path, Opening: CourseFirstFold },
  { at: /^\/modulos\/(\d+)$/, path: catalog.showModule.path, Opening: ModuleFirstFold },
  { at: /^\/curso\/[^/]+\/[^/]+\/(\d+)$/, path: catalog.showLesson.path, Opening: LessonFirstFold },
];

const texts = { pt: await textsOf('pt'), en: await textsOf('en'), es: await textsOf('es') };

/** The first fold of a page, of what travels with it; only the frame where nothing does. */
export function renderOpening({ boot, language, pathname, clean }: OpeningProps) {
  bootWith(boot);
  changeTexts(language, texts[language]);
  return renderToStaticMarkup(
    <StaticRouter location={pathname}>
      <QueryClientProvider client={createQueryClient()}>
        <FirstFoldFrame at={pathname}>{openingAt(boot, pathname, clean)}</FirstFoldFrame>
      </QueryClientProvider>
    </StaticRouter>,
  );
}

function openingAt({ answers }: Boot, pathname: string, clean: OpeningProps['clean']) {
  for (const { at, path, Opening } of openings) {
    const [page, id = ''] = at.exec(pathname) ?? [];
    const answer = page && (answers[path.replace('{id}', id)] as { data: object } | undefined);
    const Known = Opening as ComponentType<{ data: object; clean: typeof clean }>;
    if (answer) return <Known data={answer.data} clean={clean} />;
  }
  return null;
}
