import { screen } from '@testing-library/react';
import { uploads } from '@vitrine/contract/uploads';
import { expect, test } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
import StoragePage from './storage-page.tsx';

const GB = 1_073_741_824;

function open(used_bytes: number) {
  serve([
    uploads.storage,
    () => ({
      data: { files: 12, used_bytes, limit_bytes: 100 * GB, student_limit_bytes: GB },
    }),
  ]);
  visit(<StoragePage />, { at: '/gestao/espaco' });
}

test('an owner sees used and total storage, and the effect of the limit', async () => {
  open(25.5 * GB);
  expect(await screen.findByText('25,5 GB de 100 GB usados')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Espaço usado' })).toHaveAttribute('value', '26');
  expect(screen.getByText('12 arquivos')).toBeVisible();
  expect(screen.getByText('Cada aluno pode guardar até 1 GB.')).toBeVisible();
  expect(screen.getByText(/Novos envios são recusados\./)).toBeVisible();
  expect(screen.queryByText('O espaço está quase no fim.')).toBeNull();
});

test('an owner is warned before the storage is full', async () => {
  open(90 * GB);
  expect(await screen.findByText('O espaço está quase no fim.')).toBeVisible();
});

test('an owner is told when the storage is full', async () => {
  open(100 * GB);
  expect(await screen.findByText('O espaço acabou: novos envios são recusados.')).toBeVisible();
  expect(screen.queryByText('O espaço está quase no fim.')).toBeNull();
});
