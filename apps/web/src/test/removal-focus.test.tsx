import { screen, waitFor, within } from '@testing-library/react';
import { carousels } from '@vitrine/contract/carousels';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { lives } from '@vitrine/contract/lives';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { reminders } from '@vitrine/contract/reminders';
import { showcase } from '@vitrine/contract/showcase';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import ShowcasePanel from '../features/carousels/showcase-panel.tsx';
import CustomHtmlPanel from '../features/custom-html/custom-html-panel.tsx';
import CustomLinksPanel from '../features/custom-links/custom-links-panel.tsx';
import LivesPage from '../features/lives/manage/lives-page.tsx';
import ProductsPage from '../features/products/products-page.tsx';
import QuizzesPanel from '../features/quizzes/manage/quizzes-panel.tsx';
import RemindersPage from '../features/reminders/reminders-page.tsx';
import { carousel } from './carousel.ts';
import { serve, visit } from './school.tsx';

// The button that opened the dialog goes with its row. On the body, the next Tab would begin at the
// top of the page.

interface Removal {
  page: string;
  element: ReactNode;
  list: AnyRoute;
  remove: AnyRoute;
  item: (id: number, title: string) => object;
  answer: (items: object[]) => unknown;
  /** Names of the buttons: of the first row, of its menu's entry, of the dialog. */
  press: string[];
  /** The button that takes the focus. */
  next: string;
}

const triple = (data: object[]) => ['Ok', 200, { data }];
const asList = (data: object[]) => data;

const removals: Removal[] = [
  {
    page: 'links',
    element: <CustomLinksPanel />,
    list: customLinks.list,
    remove: customLinks.remove,
    item: (id, title) => ({ id, title, url: 'loja.exemplo.com', tenant_id: 1 }),
    answer: (data) => ({ data }),
    press: ['Opções de Um', 'Remover', 'Excluir'],
    next: 'Novo link',
  },
  {
    page: 'quizzes',
    element: <QuizzesPanel />,
    list: quizzes.list,
    remove: quizzes.remove,
    item: (id, name) => ({ id, name, type: 'comun', goal: 70, questions_count: 0, lessons: [] }),
    answer: triple,
    press: ['Opções de Um', 'Remover', 'Excluir'],
    next: 'Novo',
  },
  {
    page: 'snippets',
    element: <CustomHtmlPanel />,
    list: customHtml.list,
    remove: customHtml.remove,
    item: (id, title) => ({ id, title, html: '<p>', page: 'homepage' }),
    answer: asList,
    press: ['Opções de Um', 'Remover', 'Excluir'],
    next: 'Novo HTML personalizado',
  },
  {
    page: 'carousels',
    element: <ShowcasePanel />,
    list: carousels.list,
    remove: carousels.remove,
    item: (id, title) => carousel(id, { title }),
    answer: asList,
    press: ['Opções de Um', 'Remover', 'Remover'],
    next: 'Novo carrossel',
  },
  {
    page: 'reminders',
    element: <RemindersPage />,
    list: reminders.list,
    remove: reminders.remove,
    item: (id, title) => ({ id, title, weekdays: [1], time: '19:00', enabled: 1 }),
    answer: asList,
    press: ['Remover: Um', 'Remover'],
    next: 'Remover: Dois',
  },
  {
    page: 'lives',
    element: <LivesPage />,
    list: lives.editable,
    remove: lives.remove,
    item: (id, title) => ({
      id,
      title,
      starts_at: '2099-01-01T20:00:00Z',
      ends_at: null,
      product_ids: [],
      open_to_all: 1,
      reminders: 0,
    }),
    answer: asList,
    press: ['Opções de Um', 'Excluir', 'Excluir'],
    next: 'Opções de Dois',
  },
  {
    page: 'products',
    element: <ProductsPage />,
    list: products.list,
    remove: products.remove,
    item: (id, title) => ({ id, title, status: 'active', members_count: 0, courses: [] }),
    answer: asList,
    press: ['Opções de Um', 'Excluir', 'Excluir'],
    next: 'Opções de Dois',
  },
];

/** Removes the first of two items. The list is read again, or never. */
async function removeFirst(removal: Removal, { isReadAgain = true } = {}) {
  const { element, list, remove, item, answer, press } = removal;
  const items = [item(1, 'Um'), item(2, 'Dois')];
  let isRemoved = false;
  serve(
    [list, () => (isRemoved && !isReadAgain ? new Promise(() => {}) : answer(items))],
    [remove, () => ((isRemoved = true), items.splice(0, 1), { message: 'Removido' })],
    [communities.index, () => []],
    [showcase.blocked, () => ({ show_blocked_content: 1 })],
    [products.uses, () => ({ data: { members: 0, things: [] } })],
  );
  const { user } = visit(element);
  const [opener, ...rest] = press;
  await user.click(await screen.findByRole('button', { name: opener! }));
  const last = rest.pop()!;
  for (const entry of rest) await user.click(await screen.findByRole('menuitem', { name: entry }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = await dialog.findByRole('button', { name: last });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

test.each(removals)('after a removal among $page the focus stays near', async (removal) => {
  await removeFirst(removal);
  await waitFor(() => expect(screen.getByRole('button', { name: removal.next })).toHaveFocus());
});

test.each(removals)(
  'a removal among $page shows at once, however late the list comes',
  async (removal) => {
    await removeFirst(removal, { isReadAgain: false });
    expect(screen.queryByRole('button', { name: removal.press[0]! })).toBeNull();
  },
);

test.each([
  ['Dois', 'Remover: Três'],
  ['Três', 'Remover: Dois'],
])('after the removal of %s the focus is on %s', async (title, next) => {
  const items = ['Um', 'Dois', 'Três'].map((name, index) => ({
    id: index,
    title: name,
    weekdays: [1],
    time: '19:00',
    enabled: 1,
  }));
  serve(
    [reminders.list, () => items],
    [
      reminders.remove,
      () => {
        items.splice(
          items.findIndex((item) => item.title === title),
          1,
        );
        return { message: 'Removido' };
      },
    ],
  );
  const { user } = visit(<RemindersPage />);
  await user.click(await screen.findByRole('button', { name: `Remover: ${title}` }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover' }),
  );
  await waitFor(() => expect(screen.getByRole('button', { name: next })).toHaveFocus());
});
