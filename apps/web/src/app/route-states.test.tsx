import { act, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { RouteErrorBoundary } from './route-states.tsx';

function Page(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/page.js');
}

/** `answers`: whether the server can be reached. */
function open(isOnline: boolean, answers = isOnline) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  vi.spyOn(console, 'error').mockReturnValue();
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  serve();
  vi.stubGlobal('fetch', async () => {
    if (!answers) throw new TypeError('Failed to fetch');
    return new Response();
  });
  visit(
    <RouteErrorBoundary>
      <Page />
    </RouteErrorBoundary>,
    { at: '/ranking' },
  );
  return reload;
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('a page whose code a deploy has removed says that there is a new version', async () => {
  const reload = open(true);
  expect(await screen.findByText('Há uma versão nova do site')).toBeVisible();
  dispatchEvent(new Event('online'));
  expect(reload).not.toHaveBeenCalled();
});

test('a page whose code cannot be loaded says so, and opens once the connection is back', async () => {
  const reload = open(false);
  expect(await screen.findByText('Esta página não carregou')).toBeVisible();
  expect(
    screen.getByText('Você está sem conexão. A página abre assim que ela voltar.'),
  ).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a dead connection is reported, even if the browser reports online', async () => {
  const reload = open(true, false);
  expect(
    await screen.findByText('Você está sem conexão. A página abre assim que ela voltar.'),
  ).toBeVisible();
  expect(screen.queryByText('Há uma versão nova do site')).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('an error stays with its page, and goes with the next one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve();
  function Failing() {
    const { pathname } = useLocation();
    if (pathname === '/ranking') throw new Error('broken');
    return <p>Outra página</p>;
  }
  const { history } = visit(
    <RouteErrorBoundary>
      <Failing />
    </RouteErrorBoundary>,
    { at: '/ranking' },
  );
  expect(await screen.findByText('Esta página não carregou')).toBeVisible();
  act(() => history.push('/ranking?page=2'));
  expect(screen.getByText('Esta página não carregou')).toBeVisible();
  act(() => history.push('/favoritos'));
  expect(screen.getByText('Outra página')).toBeVisible();
  expect(screen.queryByText('Esta página não carregou')).toBeNull();
});
