import { act, fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BackLink } from '../kit/page/back-link.tsx';
import { visit } from '../test/school.tsx';
import { PageScroll, positions } from './page-scroll.tsx';

let scroll: ReturnType<typeof vi.fn<(target: ScrollToOptions) => void>>;
beforeEach(() => {
  positions.clear();
  scroll = vi.fn<(target: ScrollToOptions) => void>(({ top = 0 }) => scrolledTo(top));
  vi.stubGlobal('scrollTo', scroll);
  scrolledTo(0);
  return () => vi.unstubAllGlobals();
});

/** The page stands at this place, in pixels. */
const scrolledTo = (top: number) => vi.stubGlobal('scrollY', top);

const open = (at = '/homepage') =>
  visit(
    <>
      <Link to="/courses/4">Luz natural</Link>
      <BackLink to="/homepage">Início</BackLink>
      <Link to="/courses/4#conteudo">O que se aprende</Link>
      <Link to="/courses/4?aba=sobre">Sobre</Link>
      <Link to="/lives?watch=1">Uma live</Link>
      <Link to="/lives?watch=2">Outra live</Link>
      <h2 id="conteudo">O que se aprende</h2>
      <PageScroll />
    </>,
    { at },
  );
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

test('another page starts at its top, and Back leads to the place where the reader left', () => {
  const { history } = open();
  expect(scroll).not.toHaveBeenCalled();
  scrolledTo(700);
  follow('Luz natural');
  expect(scroll).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' });
  act(() => history.go(-1));
  expect(scroll).toHaveBeenLastCalledWith({ top: 700, behavior: 'instant' });
});

test('a link starts a page at its top, also one that the reader left elsewhere', () => {
  const { history } = open();
  follow('Luz natural');
  scrolledTo(300);
  act(() => history.go(-1));
  scrolledTo(700);
  follow('Luz natural');
  expect(scroll).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' });
});

test('a link to the page behind leads to the place where the reader left', () => {
  open();
  scrolledTo(700);
  follow('Luz natural');
  scrolledTo(300);
  follow('Início');
  expect(scroll).toHaveBeenLastCalledWith({ top: 700, behavior: 'instant' });
});

test('another tab or dialog of the same page moves no reader', () => {
  open('/courses/4');
  scrolledTo(700);
  follow('Sobre');
  expect(scroll).not.toHaveBeenCalled();
});

test('another live starts at its top: both have the path of the list', () => {
  open('/lives?watch=1');
  scrolledTo(700);
  follow('Outra live');
  expect(scroll).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' });
});

test('a link to a part of a page shows the part, also where the reader left the page elsewhere', () => {
  const { history } = open();
  follow('Luz natural');
  scrolledTo(300);
  act(() => history.go(-1));
  scroll.mockClear();
  const shown: string[] = [];
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
    this: Element,
  ) {
    shown.push(this.id);
  });
  onTestFinished(() => into.mockRestore());
  scrolledTo(700);
  follow('O que se aprende');
  expect(shown).toEqual(['conteudo']);
  expect(scroll).not.toHaveBeenCalled();
});

test('the browser itself scrolls a page that loads again, and no other one', () => {
  const { leave } = open();
  onTestFinished(() => void (history.scrollRestoration = 'auto'));
  expect(history.scrollRestoration).toBe('manual');
  dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  // Back from another site may show the page as it was.
  dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
  leave();
});
