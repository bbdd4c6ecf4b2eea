import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allRoutes } from '@vitrine/contract';
import type { AnyRoute } from '@vitrine/contract/core';
import type { Role } from '@vitrine/contract/roles';
import type { Site } from '@vitrine/contract/site';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { vi } from 'vitest';
import { LeaveGuardProvider } from '../kit/forms/leave-guard.tsx';
import { bootWith, browserSite } from '../platform/boot.ts';
import { createMemoryHistory, HistoryRouter } from '../platform/history.tsx';
import { LanguageProvider } from '../platform/locale.tsx';
import { createQueryClient } from '../platform/query-client.ts';
import { SiteContext } from '../platform/site-context.ts';
import { Toaster } from '../ui/toaster.tsx';

/** The site of a dark school without images. */
export const site: Site = {
  tenant: { id: 1, name: 'Contraluz', slug: 'contraluz' },
  settings: {
    tenant_id: 1,
    version: 1,
    name: 'Contraluz',
    description: '',
    primary_color: '#ffb238',
    text_color: '#f6f5f3',
    button_text_color: 'auto',
    overlay_color: '#0b0b0f',
    overlay_intensity: 60,
    background_color_primary: '#0b0b0f',
    background_color_secondary: '#131318',
    shadow_size: 0,
    font_primary: 'Poppins',
    logo_square: null,
    logo_horizontal: null,
    favicon: null,
    background_image: null,
    sidebar: 0,
    showcase: 0,
    showcase_url_redirect: null,
    communities_active: 1,
    show_communities_page: 1,
    course_page_indicator: 1,
    module_page_indicator: 1,
  },
  login_page: {
    login_theme: 1,
    login_theme_placement: 'center',
    login_text: 'Faça login',
    overlay_banner_login: 60,
    login_banner: null,
    login_banner_vertical: null,
    cta_login: 0,
    title_cta_login: null,
    link_cta_login: null,
    magic_link_enabled: 1,
    enable_redirect_login: 0,
    redirect_url: null,
  },
  footer: {
    footer_visible: 0,
    use_terms: '',
    privacy_terms: '',
    url_facebook: null,
    url_instagram: null,
    url_youtube: null,
  },
};

interface MockRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it sent
  body: any;
}

/** A mocked answer: a body, or a body with a status. */
type MockHandler = (request: MockRequest) => unknown;
/** An answer that refuses the call with this status and message. */
export const refusing = (status: number, message: string, details: object = {}) => ({
  refused: status,
  body: { message, code: 'refused', ...details },
});

/**
 * A mock server for one test: `[route, request => answer]`. A call without a handler fails the
 * test. `sent` records the calls in order.
 */
export function serve(...answers: [AnyRoute, MockHandler][]) {
  const sent: { name: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://school');
    const method = init.method ?? 'GET';
    for (const [route, answer] of answers) {
      const params = route.method === method ? match(route.path, url.pathname) : null;
      if (!params) continue;
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body;
      sent.push({ name: nameOf(route), body });
      const response = await answer({ params, query: url.searchParams, body });
      const { refused, body: refusal } = (response ?? {}) as { refused?: number; body?: unknown };
      const status = refused ?? route.status;
      return new Response(status === 204 ? null : JSON.stringify(refused ? refusal : response), {
        status,
      });
    }
    throw new Error(`nobody answers ${method} ${url.pathname}`);
  });
  return sent;
}

/**
 * Waits until answers that have been given are read and shown. For tests that say what does not
 * happen: it takes turns of the event loop, and no time.
 */
export async function settle() {
  for (let turn = 0; turn < 10; turn += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Answers media queries of a least width as a screen of this width does. */
export const onScreenOf = (width: number) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: Number(/width >= ([\d.]+)rem/.exec(media)?.[1] ?? Infinity) * 16 <= width,
    addEventListener() {},
    removeEventListener() {},
  }));

const nameOf = (route: AnyRoute) =>
  allRoutes.find((named) => named.route === route)?.name ?? route.path;

function match(pattern: string, path: string) {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const values = new RegExp(`^${pattern.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  return values && Object.fromEntries(names.map((name, index) => [name, values[index + 1]!]));
}

interface Visit {
  at?: string;
  /** The route's path, for components that read ids from the URL. */
  path?: string;
  /** Empty: a visitor of an open showcase. */
  roles?: Role[];
  /** The member's id, for tests with several people on one device. */
  id?: number;
  site?: Site;
  /** The products of the student view. */
  view?: number[] | null;
  hasLives?: boolean;
}

/** The session of a member with these roles. */
export const session = (roles: Role[], tenant: Site['tenant'], id = 7) => ({
  user: { id, name: 'Olívia Dona', email: 'olivia@example.com', photo_url: null },
  tenant,
  roles: roles.map((slug) => ({ role: { slug } })),
});

/** Signs in a student, for tests without a page. */
export const startAsStudent = () =>
  bootWith({
    site,
    session: session(['student'], site.tenant),
    view: null,
    answers: {},
  });

/** Renders an element for a member of the school. The default is its owner. */
export function visit(
  element: ReactNode,
  {
    at = '/homepage',
    path = '*',
    roles = ['owner'],
    id = 7,
    site: given = site,
    view = null,
    hasLives = false,
  }: Visit = {},
) {
  bootWith({
    site: given,
    session: roles.length ? session(roles, given.tenant, id) : null,
    view,
    hasLives,
    answers: {},
  });
  const history = createMemoryHistory(at);
  const { unmount } = render(
    <SiteContext value={browserSite()}>
      <LanguageProvider>
        <QueryClientProvider client={createQueryClient({})}>
          <HistoryRouter history={history}>
            <Routes>
              <Route
                path={path}
                element={
                  <LeaveGuardProvider>
                    {element}
                    <Toaster />
                  </LeaveGuardProvider>
                }
              />
            </Routes>
          </HistoryRouter>
        </QueryClientProvider>
      </LanguageProvider>
    </SiteContext>,
  );
  return { user: userEvent.setup(), history, leave: unmount };
}
