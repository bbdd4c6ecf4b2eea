import { firstSteps } from '@vitrine/contract/first-steps';
import { upkeep } from '@vitrine/contract/upkeep';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import ManagementLayout from './management-layout.tsx';

const GB = 1_073_741_824;
const step = { done: true };

function open(found: Partial<Parameters<typeof serve>[0][1]> & Record<string, number>) {
  serve(
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
  visit(<ManagementLayout />, { at: '/gestao/espaco' });
}

test('menu entries tell what failed lately, and how much of the storage is used', async () => {
  open({ mails_failed: 3, imports_failed: 1, used_bytes: 26 * GB });
  expect(await screen.findByRole('link', { name: 'E-mails 3 falharam' })).toHaveAttribute(
    'href',
    '/gestao/emails',
  );
  expect(screen.getByRole('link', { name: 'Importar 1 falhou' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Espaço 26 %' })).toBeVisible();
});

test('a school without failures sees none', async () => {
  open({ used_bytes: 0 });
  expect(await screen.findByRole('link', { name: 'Espaço 0 %' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'E-mails' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Importar' })).toBeVisible();
});
