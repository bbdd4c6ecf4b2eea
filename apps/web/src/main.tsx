// First, because it declares the order of the CSS layers for every other stylesheet.
import './app/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoutes, loadPageAt } from './app/router.tsx';
import { browserSite } from './platform/boot.ts';
import { createBrowserHistory, HistoryRouter } from './platform/history.tsx';
import { LanguageProvider, startLocale } from './platform/locale.tsx';
import { isPreview } from './platform/preview.ts';
import { createQueryClient } from './platform/query-client.ts';
import { SiteContext } from './platform/site-context.ts';

const site = browserSite();
const queries = createQueryClient(site.boot().answers);

// Where the texts do not load, the page works in Portuguese rather than not at all.
await startLocale().catch(() => startLocale('pt'));
void start();

async function start() {
  const history = createBrowserHistory();
  // Rendering earlier would show an empty page.
  await loadPageAt(history.location.pathname);
  // The server-rendered page stays visible meanwhile. React renders in a transition, whose small
  // steps leave room for the viewer's scrolling and typing.
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <SiteContext value={site}>
          <LanguageProvider>
            <QueryClientProvider client={queries}>
              <HistoryRouter history={history}>
                <AppRoutes />
              </HistoryRouter>
            </QueryClientProvider>
          </LanguageProvider>
        </SiteContext>
      </StrictMode>,
    ),
  );
}

/** Offline support starts after the page has loaded. */
const POCKET_DELAY_MS = 2_000;

if (!isPreview())
  setTimeout(
    () =>
      // Without a connection, the next page starts it.
      void import('./kit/offline/start-offline.ts')
        .then((module) => module.startOffline(queries))
        .catch(() => {}),
    POCKET_DELAY_MS,
  );
else
  void import('./app/preview-bridge/frame.ts').then((module) => module.followPreviewHost(queries));
