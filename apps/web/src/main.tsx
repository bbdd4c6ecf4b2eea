// First: it names the order of the layers that every other style sheet writes into.
import './app/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createRouter } from './app/router.tsx';
import { browserSite } from './platform/boot.ts';
import { LanguageProvider, startLocale } from './platform/locale.tsx';
import { isPreview } from './platform/preview.ts';
import { createQueryClient } from './platform/query-client.ts';
import { SiteContext } from './platform/site-context.ts';

const site = browserSite();
const queries = createQueryClient(site.boot().answers);

await startLocale();
void start();

async function start() {
  const router = createRouter();
  await loaded(router);
  // What the server painted stands there meanwhile: the page is built beside it, in small steps that
  // leave room for the reader's scrolling and typing.
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <SiteContext value={site}>
          <LanguageProvider>
            <QueryClientProvider client={queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </LanguageProvider>
        </SiteContext>
      </StrictMode>,
    ),
  );
}

/** Once the address has the code of its page: before, an empty page would stand there. */
async function loaded({ state, subscribe }: ReturnType<typeof createRouter>) {
  if (state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** The page first; what makes it readable without a line comes behind it. */
const POCKET_DELAY_MS = 2_000;

if (!isPreview())
  setTimeout(
    () => void import('./kit/offline/pocket.ts').then((module) => module.startPocket(queries)),
    POCKET_DELAY_MS,
  );
else
  void import('./app/preview-bridge/frame.ts').then((module) => module.followPreviewHost(queries));
