import { cleanup, screen, waitFor } from '@testing-library/react';
import { communities, messages } from '@vitrine/contract/communities';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test } from 'vitest';
import { community } from '../../test/community.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import { CommunityCover } from '../posts/community-cover.tsx';
import { useCommunity } from './communities.queries.ts';
import { EditLegacyCommunity, NewLegacyCommunity } from './legacy-form.tsx';

beforeEach(() => localStorage.clear());

const plans = [1, 2].map((id) => ({ id, title: `Plano ${id}`, status: 'active' }));
const { may, ...fields } = community();
const legacy = {
  ...fields,
  ...may,
  version: 1,
  show_ranking: 1,
  show_continue_watching: 1,
  button_sales_text: '',
  sales_url: '',
  allow_files: 1,
  plans_with_access: [{ plan_id: 1, plan_details: { title: 'Plano 1' } }],
};

const bodies = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body);

function edit(...answers: Parameters<typeof serve>) {
  const sent = serve(
    ...answers,
    [communities.details, () => ({ data: legacy })],
    [communities.show, () => ({ data: community() })],
    [products.list, () => plans],
  );
  const panel = (
    <>
      <EditLegacyCommunity id={5} />
      <CoverBehind />
    </>
  );
  return { sent, ...visit(panel) };
}

function CoverBehind() {
  const shown = useCommunity(5).data?.data;
  return shown && <CommunityCover community={shown} switcher={null} />;
}

test('the page behind shows the typed title and the chosen cover, until they are discarded', async () => {
  const { user } = edit();
  const behind = await screen.findByRole('heading', { name: 'Clube Contraluz' });
  const title = await screen.findByLabelText(/Título/);
  await user.clear(title);
  await user.type(title, 'Ateliê');
  expect(behind).toHaveTextContent('Ateliê');
  await user.click(screen.getAllByRole('radio')[1]!);
  const cover = behind.closest<HTMLElement>('.community-cover')!;
  expect(cover.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/'));
  const color = screen.getByRole('textbox', { name: 'Cor principal do texto' });
  await user.clear(color);
  await user.type(color, '#ffcc00');
  expect(cover.style.getPropertyValue('--cover-text')).toBe('#ffcc00');
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(behind).toHaveTextContent('Clube Contraluz'));
  expect(cover.style.getPropertyValue('--cover-text')).not.toBe('#ffcc00');
});

test('a new community has seventeen backgrounds or none, and needs a product', async () => {
  const sent = serve([products.list, () => plans]);
  const { user } = visit(<NewLegacyCommunity />);
  const images = screen.getAllByRole('radio');
  expect(images).toHaveLength(18);
  expect(screen.getByRole('radio', { name: 'Nenhuma' })).toBeChecked();
  await user.type(screen.getByLabelText(/Título/), 'Clube');
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  expect(await screen.findAllByText(/produto/i)).not.toHaveLength(0);
  expect(bodies(sent, 'communities.create')).toEqual([]);
});

test('a new community sets what students publish in the same save', async () => {
  const sent = serve(
    [products.list, () => plans],
    [
      communities.create,
      ({ body }) => ({ message: messages.created, data: { ...legacy, ...body } }),
    ],
  );
  const { user } = visit(<NewLegacyCommunity />);
  await user.type(screen.getByLabelText(/Título/), 'Clube');
  await user.type(screen.getByRole('combobox', { name: /Produtos com acesso/ }), 'Plano 2');
  await user.click(await screen.findByRole('option', { name: 'Plano 2' }));
  expect(screen.getByRole('switch', { name: 'Publicações' })).toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'Vídeos' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(messages.created)).toBeVisible();
  expect(bodies(sent, 'communities.create')).toMatchObject([
    { title: 'Clube', permissions_array: [2], publications: true, files: true, videos: false },
  ]);
  expect(screen.getByRole('switch', { name: 'Vídeos' })).not.toBeChecked();
});

test('a content flag saves at once', async () => {
  const { sent, user } = edit([
    communities.updateMedia,
    () => ({ message: 'Status', data: legacy }),
  ]);
  await user.click(await screen.findByRole('switch', { name: 'Curtidas' }));
  await waitFor(() =>
    expect(bodies(sent, 'communities.updateMedia')).toEqual([{ id: 5, likes: false }]),
  );
});

test('the last product stays; another is added at once', async () => {
  const { sent, user } = edit([communities.addPlans, () => ({ message: 'Ok', data: legacy })]);
  await user.click(await screen.findByRole('button', { name: 'Remover Plano 1' }));
  expect(bodies(sent, 'communities.removePlans')).toEqual([]);
  await user.type(screen.getByRole('combobox', { name: /Produtos com acesso/ }), 'Plano 2');
  await user.click(await screen.findByRole('option', { name: 'Plano 2' }));
  await waitFor(() =>
    expect(bodies(sent, 'communities.addPlans')).toEqual([
      { community_id: 5, permissions_array: [2] },
    ]),
  );
});

test('warns of a colour that is hard to read on the shadow, and shows the ranking or not', async () => {
  const { sent, user } = edit([
    communities.update,
    ({ body }) => ({ message: 'Ok', data: { ...legacy, ...body } }),
  ]);
  expect(screen.queryByText('O texto fica difícil de ler sobre a sombra.')).toBeNull();
  const primary = await screen.findByRole('textbox', { name: 'Cor principal do texto' });
  await user.clear(primary);
  await user.type(primary, '#333333');
  expect(await screen.findByText('O texto fica difícil de ler sobre a sombra.')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Ranking' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(bodies(sent, 'communities.update')).toMatchObject([
      { primary_text_color: '#333333', show_ranking: false },
    ]),
  );
});

test('a product that stayed is not announced as removed', async () => {
  const both = [1, 2].map((id) => ({ plan_id: id, plan_details: { title: `Plano ${id}` } }));
  const { user } = edit(
    [communities.details, () => ({ data: { ...legacy, plans_with_access: both } })],
    [communities.removePlans, () => refusing(503, 'Ocupado')],
  );
  await user.click(await screen.findByRole('button', { name: 'Remover Plano 2' }));
  expect(await screen.findByText(messages.actionFailed)).toBeVisible();
  expect(screen.getByText('Ocupado')).toBeVisible();
  expect(screen.queryByText('Produto retirado')).toBeNull();
});

test('an old draft does not restore removed products', async () => {
  const { user } = edit();
  await user.type(await screen.findByLabelText(/Título/), '!');
  cleanup();
  const later = [{ plan_id: 2, plan_details: { title: 'Plano 2' } }];
  const { sent, user: again } = edit(
    [communities.details, () => ({ data: { ...legacy, plans_with_access: later } })],
    [communities.update, ({ body }) => ({ message: 'Ok', data: { ...legacy, ...body } })],
  );
  await again.click(await screen.findByRole('button', { name: 'Restaurar rascunho' }));
  await again.click(await screen.findByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(bodies(sent, 'communities.update')).toMatchObject([
      { title: 'Clube Contraluz!', permissions_array: [2] },
    ]),
  );
});

test('a community without products shows an error, and is not saved', async () => {
  const { sent, user } = edit([
    communities.details,
    () => ({ data: { ...legacy, plans_with_access: [] } }),
  ]);
  await user.type(await screen.findByLabelText(/Título/), '!');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(messages.noProduct)).toBeVisible();
  expect(screen.getByRole('combobox', { name: /Produtos com acesso/ })).toHaveFocus();
  expect(bodies(sent, 'communities.update')).toEqual([]);
});
