import { act, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useSearchParams } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useDefaultTitle, usePageTitle } from '../kit/page/page-title.ts';
import { visit } from '../test/school.tsx';
import PageArrival from './page-arrival.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const heading = 'Estúdio em um canto da sala';

function Course() {
  usePageTitle(heading);
  return (
    <>
      <h1>{heading}</h1>
      <Link to="/courses/4?modulo=1">Módulo 1</Link>
    </>
  );
}

function Search() {
  return <input aria-label="Buscar" ref={(field) => field?.focus()} />;
}

function Frame({ loadedPage }: { loadedPage: string }) {
  useDefaultTitle();
  return (
    <>
      <Link to="/homepage">Início</Link>
      <main id="conteudo" tabIndex={-1}>
        <Routes>
          <Route path="/courses/4" element={<Course />} />
          <Route path="/search" element={<Search />} />
          <Route
            path="*"
            element={
              <>
                <Link to="/courses/4">{heading}</Link>
                <Link to="/courses/4">Continuar</Link>
                <Link to="/search">Ver tudo</Link>
              </>
            }
          />
        </Routes>
      </main>
      <PageArrival loadedPage={loadedPage} />
    </>
  );
}

test('a page that opens without a load tells its title, and takes the focus that was lost', async () => {
  const { user } = visit(<Frame loadedPage="/homepage" />, { at: '/homepage' });
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('link', { name: heading }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(`${heading} · Contraluz`),
  );
  expect(screen.getByRole('main')).toHaveFocus();
});

test('the focus stays in the header, and where a page takes it', async () => {
  const { user } = visit(<Frame loadedPage="/courses/4" />, { at: '/courses/4' });
  const home = screen.getByRole('link', { name: 'Início' });
  await user.click(home);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Contraluz'));
  expect(home).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Ver tudo' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Busca · Contraluz'));
  expect(screen.getByRole('textbox', { name: 'Buscar' })).toHaveFocus();
});

test('a page that opened before this code came tells its title, too', async () => {
  visit(<Frame loadedPage="/homepage" />, { at: '/courses/4' });
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(`${heading} · Contraluz`),
  );
  expect(screen.getByRole('main')).toHaveFocus();
});

test('Back gives the focus to the link that led away, of several to one address', async () => {
  const observers = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      readonly disconnect: () => void;
      constructor(onResize: () => void) {
        this.observe = () => void observers.add(onResize);
        this.disconnect = () => void observers.delete(onResize);
      }
    },
  );
  const { user, history } = visit(<Frame loadedPage="/homepage" />, { at: '/homepage' });
  const follow = () => screen.getByRole('link', { name: 'Continuar' });
  act(() => follow().focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  act(() => history.go(-1));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  act(() => observers.forEach((onResize) => onResize()));
  expect(follow()).toHaveFocus();
  // A reader who acts first keeps the focus where it is.
  await user.keyboard('{Enter}');
  act(() => history.go(-1));
  await user.keyboard('a');
  act(() => observers.forEach((onResize) => onResize()));
  expect(screen.getByRole('main')).toHaveFocus();
});

function Community() {
  const [search] = useSearchParams();
  usePageTitle(search.get('canal') ? 'Dúvidas · Retratos' : 'Retratos');
  return <Link to="?canal=2">Dúvidas</Link>;
}

test('another channel of a community tells its title, and the focus stays on its link', async () => {
  const { user } = visit(
    <>
      <Community />
      <PageArrival loadedPage="/comunidade/1/5" />
    </>,
    { at: '/comunidade/1/5' },
  );
  const link = screen.getByRole('link', { name: 'Dúvidas' });
  await user.click(link);
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Dúvidas · Retratos · Contraluz'),
  );
  expect(link).toHaveFocus();
});

test('another part of the same page is no arrival', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = visit(<Frame loadedPage="/courses/4" />, { at: '/courses/4' });
  const part = screen.getByRole('link', { name: 'Módulo 1' });
  await user.click(part);
  act(() => void vi.advanceTimersByTime(2000));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(part).toHaveFocus();
});
