import { screen, within } from '@testing-library/react';
import { firstSteps } from '@vitrine/contract/first-steps';
import { posts } from '@vitrine/contract/posts';
import type { Role } from '@vitrine/contract/roles';
import { upkeep } from '@vitrine/contract/upkeep';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import ManagementHeader from './management-header.tsx';
import ManagementLayout from './management-layout.tsx';

const GB = 1_073_741_824;
const step = { done: true };

function open(
  found: Record<string, number>,
  { openReports = 0, roles = ['owner'] as Role[] } = {},
) {
  serve(
    [posts.allReports, () => ({ data: [], next_cursor: null, open: openReports })],
    [
      upkeep.show,
      () => ({
        data: {
          mails_failed: 0,
          imports_failed: 0,
          used_bytes: 0,
          limit_bytes: 100 * GB,
          ...found,
        },
      }),
    ],
    [
      firstSteps.show,
      () => ({
        data: {
          dismissed: true,
          look: step,
          product: step,
          course: step,
          banner: step,
          student: step,
        },
      }),
    ],
  );
  visit(<ManagementLayout />, { at: '/gestao/espaco', roles });
}

test('menu entries show recent failures, and the used storage', async () => {
  open({ mails_failed: 3, imports_failed: 1, used_bytes: 26 * GB });
  expect(await screen.findByRole('link', { name: 'E-mails 3 falharam' })).toHaveAttribute(
    'href',
    '/gestao/emails',
  );
  expect(screen.getByRole('link', { name: 'Importar 1 falhou' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Espaço 26 %' })).toBeVisible();
});

test('a school without failures shows none', async () => {
  open({ used_bytes: 0 });
  expect(await screen.findByRole('link', { name: 'Espaço 0 %' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'E-mails' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Importar' })).toBeVisible();
});

test.each([
  ['more than the space', { used_bytes: 130 * GB, limit_bytes: 100 * GB }],
  ['a school without any space', { used_bytes: 0, limit_bytes: 0 }],
])('%s reads as 100 %', async (_what, storage) => {
  open(storage);
  expect(await screen.findByRole('link', { name: 'Espaço 100 %' })).toBeVisible();
});

test('a moderator has the entries of their role only', async () => {
  open({}, { roles: ['moderator'] });
  const menu = await screen.findByRole('navigation', { name: 'Gestão' });
  expect(
    within(menu)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Moderação']);
});

test('Moderação shows how many reports wait for an answer', async () => {
  open({}, { openReports: 4 });
  expect(await screen.findByRole('link', { name: 'Moderação 4' })).toHaveAttribute(
    'href',
    '/gestao/moderacao',
  );
});

test('the bar leads to the site, opens the search, and opens the menu', async () => {
  const onMenu = vi.fn<() => void>();
  const { user } = visit(<ManagementHeader onMenu={onMenu} />, { at: '/gestao/cursos' });
  expect(screen.getByRole('link', { name: 'Ver o site' })).toHaveAttribute('href', '/homepage');
  expect(await screen.findByRole('link', { name: 'Editar site' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Abrir menu de / }));
  expect(onMenu).toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Buscar aula, pessoa ou ajuste' }));
  expect(await screen.findByRole('dialog', { name: 'Buscar' })).toBeVisible();
});
