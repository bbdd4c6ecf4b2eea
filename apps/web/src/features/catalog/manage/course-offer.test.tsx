import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { limits, messages } from '@vitrine/contract/catalog-limits';
import { beforeEach, expect, test } from 'vitest';
import { openCourse } from '../../../test/managed-course.tsx';

beforeEach(() => localStorage.clear());

test('the offer is written line by line, and only what changed is sent', async () => {
  const view: ReturnType<typeof openCourse> = openCourse('/gestao/cursos/5?aba=oferta', [
    catalog.updateCourse,
    ({ body }) => ({
      data: { ...view.course, offer: { ...view.course.offer, ...body.offer }, version: 2 },
    }),
  ]);
  const { user, sent } = view;
  await user.type(
    await screen.findByRole('textbox', { name: 'O que você vai aprender' }),
    'Medir{Enter}Esperar',
  );
  await user.type(screen.getByRole('textbox', { name: 'Preço' }), 'R$ 89');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dados salvos com sucesso.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'catalog.updateCourse')?.body).toEqual({
    offer: expect.objectContaining({ learn: ['Medir', 'Esperar'], price_text: 'R$ 89' }),
    version: 1,
  });
});

test('a point that is too long says so at its field, before anything is sent', async () => {
  const { user, sent } = openCourse('/gestao/cursos/5?aba=oferta');
  const field = await screen.findByRole('textbox', { name: 'O que você vai aprender' });
  await user.click(field);
  await user.paste(`Medir\n${'a'.repeat(limits.offer.point + 1)}`);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription(messages.pointTooLong);
  expect(field).toHaveFocus();
  expect(sent.map(({ name }) => name)).not.toContain('catalog.updateCourse');
});
