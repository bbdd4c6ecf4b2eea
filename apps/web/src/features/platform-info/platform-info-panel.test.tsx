import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { platformInfo } from '@vitrine/contract/platform-info';
import { beforeEach, expect, test } from 'vitest';
import { boot } from '../../platform/boot.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import PlatformInfoPanel from './platform-info-panel.tsx';

beforeEach(() => localStorage.clear());

function school(fails = false) {
  const sent = serve([
    platformInfo.update,
    ({ body }) =>
      fails
        ? refusing(503, 'Estamos com muitos pedidos agora.')
        : { message: 'Dados alterados com sucesso!', data: body },
  ]);
  return { sent, ...visit(<PlatformInfoPanel />, { at: '/homepage?editar=info' }) };
}

const name = () => screen.getByRole('textbox', { name: /Nome da plataforma/ });
const description = () => screen.getByRole('textbox', { name: /Descrição/ });
const write = (field: HTMLElement, text: string) =>
  fireEvent.change(field, { target: { value: text } });
const save = () => screen.getByRole('button', { name: 'Salvar' });

test('the previews follow typed text, and a saved name shows everywhere', async () => {
  const { user, sent } = school();
  write(name(), 'Luz Natural');
  write(description(), 'Aulas curtas');
  for (const preview of ['Prévia do resultado de busca', 'Prévia do cartão de compartilhamento']) {
    const card = within(screen.getByRole('figure', { name: preview }));
    expect(card.getAllByText('Luz Natural')[0]).toBeVisible();
    expect(card.getByText('Aulas curtas')).toBeVisible();
  }
  await user.click(save());
  expect(await screen.findByText('Dados alterados com sucesso!')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Luz Natural', description: 'Aulas curtas', version: 1 },
  ]);
  expect(boot().site.tenant.name).toBe('Luz Natural');
});

test.each(['Salvar', 'Descartar'])(
  'after %s by keyboard the focus stays in the panel',
  async (act) => {
    const { user } = school();
    write(description(), 'Aulas curtas');
    screen.getByRole('button', { name: act }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: act })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Informações & SEO' })).toHaveFocus(),
    );
  },
);

test('191 characters are saved, 192 disable Salvar and say why', async () => {
  school();
  write(description(), '🎓'.repeat(192));
  expect(save()).toBeDisabled();
  expect(screen.getByText('A descrição deve ter no máximo 191 caracteres.')).toBeVisible();
  write(description(), '🎓'.repeat(191));
  expect(save()).toBeEnabled();
  write(name(), 'é'.repeat(192));
  expect(save()).toBeDisabled();
});

test('a blank name is refused with the message of the specification', async () => {
  const { user, sent } = school();
  await user.clear(name());
  await user.click(save());
  expect(await screen.findByText('Campo "Nome da plataforma" obrigatório!')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a failed save keeps typed text', async () => {
  const { user } = school(true);
  write(name(), 'Luz Natural');
  await user.click(save());
  expect(await screen.findByText('Não foi possível atualizar os dados')).toBeVisible();
  expect(name()).toHaveValue('Luz Natural');
});
