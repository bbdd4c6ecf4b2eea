import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memo, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Menu, type MenuItem } from './menu.tsx';
import type { SortableId } from './sortable-drag.ts';
import { SortableList } from './sortable-list.tsx';

const names = ['Agenda', 'Loja', 'Clube', 'Blog'];

function Links({ onOrder = () => undefined }: { onOrder?: (ids: SortableId[]) => void }) {
  const [items, setItems] = useState(names);
  return (
    <SortableList
      label="Links"
      items={items}
      getId={(name) => name}
      getLabel={(name) => name}
      onReorder={(ids) => {
        onOrder(ids);
        setItems(ids.map(String));
      }}
      renderRow={(name, { handle, moveMenuItems }) => (
        <>
          {handle}
          <b>{name}</b>
          <Menu label={`Opções de ${name}`} items={moveMenuItems} />
        </>
      )}
    />
  );
}

const order = () =>
  within(screen.getByRole('list', { name: 'Links' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent);

const spoken = () => screen.getAllByRole('status')[0]?.textContent;
const hears = (text: string) => waitFor(() => expect(spoken()).toContain(text));

// The test's DOM has no layout. The mock gives each row 40 px, in order.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li');
    const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
    return new DOMRect(0, index * 40, 300, this.tagName === 'UL' ? 160 : 40);
  });
});

test('by keyboard: Space picks up, arrows move, Space drops, and each step is announced', async () => {
  const user = userEvent.setup();
  render(<Links />);
  const handle = screen.getByRole('button', { name: 'Reordenar Loja' });
  act(() => handle.focus());

  await user.keyboard(' ');
  await hears('Loja na mão, posição 2 de 4');
  await user.keyboard('{ArrowDown}');
  await hears('Loja agora na posição 3 de 4');
  await user.keyboard(' ');
  await waitFor(() => expect(order()).toEqual(['Agenda', 'Clube', 'Loja', 'Blog']));
  expect(spoken()).toBe('Loja solto na posição 3 de 4');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reordenar Loja' })),
  );
});

/** A list whose order may come from the server: `names` again, or the order of a colleague. */
function ServedLinks() {
  const [shown, setShown] = useState(names);
  return (
    <>
      <SortableList
        label="Links"
        items={shown}
        getId={(name) => name}
        getLabel={(name) => name}
        onReorder={(ids) => setShown(ids.map(String))}
        renderRow={(_name, { handle }) => handle}
      />
      <button onClick={() => setShown(names)}>Recusar</button>
      <button onClick={() => setShown(names.toReversed())}>Colega</button>
    </>
  );
}

async function moveLojaDown(user: ReturnType<typeof userEvent.setup>, from: number) {
  act(() => screen.getByRole('button', { name: 'Reordenar Loja' }).focus());
  await user.keyboard(' ');
  await hears(`Loja na mão, posição ${from} de 4`);
  await user.keyboard('{ArrowDown}');
  await hears(`Loja agora na posição ${from + 1} de 4`);
  await user.keyboard(' ');
  await hears(`Loja solto na posição ${from + 1} de 4`);
}

test('a move that was not saved says that the row is back', async () => {
  const user = userEvent.setup();
  render(<ServedLinks />);
  await moveLojaDown(user, 2);
  act(() => screen.getByRole('button', { name: 'Recusar' }).click());
  await hears('Loja de volta à posição 2 de 4');
});

test('two moves that were not saved say where the row is back', async () => {
  const user = userEvent.setup();
  render(<ServedLinks />);
  await moveLojaDown(user, 2);
  await moveLojaDown(user, 3);
  act(() => screen.getByRole('button', { name: 'Recusar' }).click());
  await hears('Loja de volta à posição 2 de 4');
});

test('the order of a colleague takes no row back', async () => {
  const user = userEvent.setup();
  render(<ServedLinks />);
  await moveLojaDown(user, 2);
  await moveLojaDown(user, 3);
  act(() => screen.getByRole('button', { name: 'Colega' }).click());
  expect(spoken()).toBe('Loja solto na posição 4 de 4');
});

test('by keyboard: Esc cancels the move', async () => {
  const user = userEvent.setup();
  const onOrder = vi.fn<() => void>();
  render(<Links onOrder={onOrder} />);
  act(() => screen.getByRole('button', { name: 'Reordenar Agenda' }).focus());
  await user.keyboard(' ');
  await hears('Agenda na mão, posição 1 de 4');
  await user.keyboard('{ArrowDown}');
  await hears('Agenda agora na posição 2 de 4');
  await user.keyboard('{Escape}');
  await hears('Agenda de volta à posição 1 de 4');
  expect(order()).toEqual(names);
  expect(onOrder).not.toHaveBeenCalled();
});

test('by keyboard: one arrow moves one position, whatever the height of the rows', async () => {
  // Open modules of a course are taller than the screen; the one in hand shows only its head.
  const heights = [40, 900, 60, 700];
  const tops = [0, 40, 940, 1000];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li');
    const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1;
    return index < 0
      ? new DOMRect(0, 0, 300, 1700)
      : new DOMRect(0, tops[index], 300, heights[index]);
  });
  const user = userEvent.setup();
  render(<Links />);
  act(() => screen.getByRole('button', { name: 'Reordenar Agenda' }).focus());
  await user.keyboard(' ');
  await hears('Agenda na mão, posição 1 de 4');
  for (const position of [2, 3, 4]) {
    await user.keyboard('{ArrowDown}');
    await hears(`Agenda agora na posição ${position} de 4`);
  }
  await user.keyboard('{ArrowUp}');
  await hears('Agenda agora na posição 3 de 4');
  await user.keyboard(' ');
  await waitFor(() => expect(order()).toEqual(['Loja', 'Clube', 'Agenda', 'Blog']));
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
/** After a drag, dnd-kit swallows the click of its release for 50 ms. */
function endOfDrag() {
  wait(60);
  vi.useRealTimers();
  return waitFor(() => expect(isInHand()).toBe(false));
}
const isInHand = () => document.querySelector('[data-dragging-row]') !== null;

test('by mouse: the handle alone picks a row up, from 4 px on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Links />);
  const drag = (start: Element, px: number) => {
    fireEvent.mouseDown(start, { button: 0, clientX: 5, clientY: 60 });
    fireEvent.mouseMove(document, { clientX: 5, clientY: 60 + px });
  };
  const handle = screen.getByRole('button', { name: 'Reordenar Loja' });
  drag(screen.getByText('Loja'), 30);
  expect(isInHand()).toBe(false);
  drag(handle, 3);
  expect(isInHand()).toBe(false);
  fireEvent.mouseUp(document);
  drag(handle, 5);
  expect(isInHand()).toBe(true);
  fireEvent.mouseUp(document);
  await endOfDrag();
});

test('by touch: a row is held for 120 ms, and a swipe before that scrolls the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Links />);
  const handle = screen.getByRole('button', { name: 'Reordenar Loja' });
  const at = (clientY: number) => ({
    touches: [{ identifier: 1, target: handle, clientX: 5, clientY }],
  });

  fireEvent.touchStart(handle, at(60));
  wait(100);
  // Not prevented, so the browser scrolls.
  expect(fireEvent.touchMove(handle, at(90))).toBe(true);
  wait(100);
  expect(isInHand()).toBe(false);
  fireEvent.touchEnd(handle, { touches: [] });

  fireEvent.touchStart(handle, at(60));
  wait(119);
  expect(isInHand()).toBe(false);
  wait(1);
  expect(isInHand()).toBe(true);
  expect(fireEvent.touchMove(handle, at(90))).toBe(false);
  fireEvent.touchEnd(handle, { touches: [] });
  await endOfDrag();
});

test('by the menu: all four moves, disabled at the ends', async () => {
  const user = userEvent.setup();
  render(<Links />);
  const move = async (name: string, way: string) => {
    await user.click(screen.getByRole('button', { name: `Opções de ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: way }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  };
  const stands = (...names: string[]) => waitFor(() => expect(order()).toEqual(names));
  await move('Loja', 'Mover para cima');
  await stands('Loja', 'Agenda', 'Clube', 'Blog');
  expect(spoken()).toBe('Loja agora na posição 1 de 4');
  await move('Loja', 'Mover para baixo');
  await stands('Agenda', 'Loja', 'Clube', 'Blog');
  await move('Blog', 'Mover para o início');
  await stands('Blog', 'Agenda', 'Loja', 'Clube');
  await move('Blog', 'Mover para o fim');
  await stands('Agenda', 'Loja', 'Clube', 'Blog');

  await user.click(screen.getByRole('button', { name: 'Opções de Blog' }));
  await screen.findByRole('menu');
  const item = (name: string) => screen.getByRole('menuitem', { name });
  expect(item('Mover para baixo').getAttribute('aria-disabled')).toBe('true');
  expect(item('Mover para o fim').getAttribute('aria-disabled')).toBe('true');
  expect(item('Mover para cima').getAttribute('aria-disabled')).not.toBe('true');
});

test('a row that the menu moves far is scrolled into sight', async () => {
  const seen: (string | null | undefined)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.querySelector('b')?.textContent);
  });
  const user = userEvent.setup();
  render(<Links />);
  await user.click(screen.getByRole('button', { name: 'Opções de Agenda' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o fim' }));
  await waitFor(() => expect(seen).toEqual(['Agenda']));
});

test('a moved row does not take the focus from another element', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const user = userEvent.setup();
  render(
    <>
      <Links />
      <input aria-label="Busca" />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Opções de Agenda' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o fim' }));
  const search = screen.getByLabelText('Busca');
  act(() => search.focus());
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(search);
});

test('a row in memo renders anew only when it becomes, or no longer is, the first or last', async () => {
  const rendered: string[] = [];
  const Name = memo(({ name, items }: { name: string; items: MenuItem[] }) => {
    rendered.push(name);
    return (
      <>
        <b>{name}</b>
        <Menu label={`Opções de ${name}`} items={items} />
      </>
    );
  });
  function Growing() {
    const [items, setItems] = useState(names);
    return (
      <>
        <SortableList
          label="Links"
          items={items}
          getId={(name) => name}
          getLabel={(name) => name}
          onReorder={(ids) => setItems(ids.map(String))}
          renderRow={(name, { moveMenuItems }) => <Name name={name} items={moveMenuItems} />}
        />
        <button onClick={() => setItems([...items, 'Fórum'])}>Mais um</button>
        <button onClick={() => setItems(items.slice(1))}>Sem o primeiro</button>
      </>
    );
  }
  const user = userEvent.setup();
  render(<Growing />);
  rendered.length = 0;
  await user.click(screen.getByRole('button', { name: 'Mais um' }));
  expect(new Set(rendered)).toEqual(new Set(['Blog', 'Fórum']));
  rendered.length = 0;
  await user.click(screen.getByRole('button', { name: 'Sem o primeiro' }));
  expect(rendered).toEqual(['Loja']);

  // Its menu still moves it from where it is now.
  await user.click(screen.getByRole('button', { name: 'Opções de Clube' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  await waitFor(() => expect(order()).toEqual(['Clube', 'Loja', 'Blog', 'Fórum']));
});

/** A long list, and the results of a search in it. */
function LongList({ search = '', reach }: { search?: string; reach?: string }) {
  const [items, setItems] = useState(() =>
    Array.from({ length: 200 }, (_, place) => `Aula ${place + 1}`),
  );
  return (
    <SortableList
      label="Links"
      items={items}
      found={items.filter((name) => name.endsWith(search))}
      reach={reach}
      getId={(name) => name}
      getLabel={(name) => name}
      onReorder={(ids) => setItems(ids.map(String))}
      renderRow={(name, { handle, moveMenuItems }) => (
        <>
          {handle}
          <b>{name}</b>
          <Menu label={`Opções de ${name}`} items={moveMenuItems} />
        </>
      )}
    />
  );
}

test('a long list renders in portions, and a row in the hand reaches beyond them', async () => {
  const user = userEvent.setup();
  render(<LongList />);
  expect(order()).toHaveLength(50);
  act(() => screen.getByRole('button', { name: 'Reordenar Aula 48' }).focus());
  await user.keyboard(' ');
  await hears('Aula 48 na mão, posição 48 de 200');
  for (const position of [49, 50, 51, 52]) {
    await user.keyboard('{ArrowDown}');
    await hears(`Aula 48 agora na posição ${position} de 200`);
  }
  await user.keyboard(' ');
  await waitFor(() => expect(order().slice(50, 53)).toEqual(['Aula 52', 'Aula 48', 'Aula 53']));
});

test('a row that the menu moves beyond the portions leaves the focus to the next one', async () => {
  const user = userEvent.setup();
  render(<LongList />);
  await user.click(screen.getByRole('button', { name: 'Opções de Aula 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o fim' }));
  await hears('Aula 7 agora na posição 200 de 200');
  expect(order()).toHaveLength(50);
  expect(order()).not.toContain('Aula 7');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reordenar Aula 8' })),
  );
});

test('in a long list, the menu moves a row to a place that one types', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <LongList />
    </form>,
  );
  await user.click(screen.getByRole('button', { name: 'Opções de Aula 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para a posição…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mover Aula 7' });
  expect(dialog).toHaveTextContent('Está na posição 7 de 200.');
  const field = within(dialog).getByRole('spinbutton', { name: 'Nova posição' });
  await user.type(field, '201{Enter}');
  expect(dialog).toHaveTextContent('Use de 1 a 200.');
  await user.clear(field);
  await user.type(field, '40{Enter}');
  await hears('Aula 7 agora na posição 40 de 200');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(order().slice(38, 41)).toEqual(['Aula 40', 'Aula 7', 'Aula 41']);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a short list needs no place that one types', async () => {
  const user = userEvent.setup();
  render(<Links />);
  await user.click(screen.getByRole('button', { name: 'Opções de Loja' }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(4);
});

test('among the results of a search, the menu moves a row within the whole list', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<LongList search="99" />);
  expect(order()).toEqual(['Aula 99', 'Aula 199']);
  expect(screen.queryByRole('button', { name: /^Reordenar/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Opções de Aula 199' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o início' }));
  await hears('Aula 199 agora na posição 1 de 200');
  rerender(<LongList />);
  expect(order().slice(0, 2)).toEqual(['Aula 199', 'Aula 1']);
  expect(screen.getByRole('button', { name: 'Reordenar Aula 199' })).toBeVisible();
});

test('among the results of a search, one sees where the menu has put a row', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<LongList search="48" />);
  await user.click(screen.getByRole('button', { name: 'Opções de Aula 48' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o início' }));
  const text = 'Aula 48 agora na posição 1 de 200';
  expect(await screen.findByText(text, { selector: 'p' })).toBeVisible();
  rerender(<LongList search="47" />);
  expect(screen.queryByText(text, { selector: 'p' })).toBeNull();
});

test('a row that must be in reach is rendered, however far down it is', () => {
  render(<LongList reach="Aula 120" />);
  expect(order()).toHaveLength(150);
  expect(order()).toContain('Aula 120');
});
