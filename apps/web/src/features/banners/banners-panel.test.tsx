import { act, screen, waitFor, within } from '@testing-library/react';
import { TOAST_MS } from '@vitrine/contract/appearance';
import { bannerSettings } from '@vitrine/contract/banner-settings';
import { banners as routes, type Banner } from '@vitrine/contract/banners';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { outlined } from '../../kit/preview/outlined.ts';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { bannerWith } from '../../test/banners.ts';
import { refusing, serve, site, visit } from '../../test/school.tsx';
import BannersPanel from './banners-panel.tsx';

beforeEach(() => localStorage.clear());

const settings = {
  ...site.settings,
  banner_custom_transition_type: 'normal',
  banner_custom_autoplay: 1,
  banner_custom_autoplay_time: 6,
};

const open = (banners: Banner[], ...calls: Parameters<typeof serve>) => {
  const sent = serve(
    [routes.list, () => ['', 200, { data: banners }]],
    [platformSettings.show, () => ({ data: settings })],
    ...calls,
  );
  return { sent, ...visit(<BannersPanel />, { at: '/homepage?editar=banner' }) };
};
const sentTo = (sent: ReturnType<typeof serve>, name: string) =>
  sent.find((call) => call.name === `banners.${name}`)?.body;

test('a school without banners sees an empty state with the next step', async () => {
  const { user } = open([]);
  expect(await screen.findByText('Você ainda não criou nenhum banner!')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Novo banner' }));
  expect(await screen.findByRole('dialog', { name: 'Novo banner' })).toBeVisible();
});

test('a transition that was not saved comes back after a reload', async () => {
  const { user, leave } = open([]);
  await user.click(await screen.findByRole('radio', { name: 'Fade' }));
  leave();
  const again = open([]);
  await again.user.click(await screen.findByRole('button', { name: 'Restaurar rascunho' }));
  expect(screen.getByRole('radio', { name: 'Fade' })).toBeChecked();
});

test('each row says what its banner lacks', async () => {
  const [wide, tall] = ['/files/1/wide.jpg', '/files/1/tall.jpg'];
  open([
    bannerWith({ id: 1, title: 'Inteiro', url_image: wide, url_image_vertical: tall }),
    bannerWith({ id: 2, title: 'Sem celular', url_image: wide }),
    bannerWith({ id: 3, title: 'Só texto' }),
    bannerWith({ id: 4, title: 'Sem link', url_image: wide, text_button: 'Ver' }),
    bannerWith({ id: 5, url_video: '/files/1/film.mp4', url_video_state: 'converting' }),
  ]);
  expect(await screen.findByText('Imagem · desktop e celular')).toBeVisible();
  for (const state of [
    'Falta a imagem do celular',
    'Falta a imagem',
    'Falta o link do botão',
    'Convertendo',
  ])
    expect(screen.getByText(state)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Banner 5/ })).toBeVisible();
});

test.each(['url_video_state', 'url_video_vertical_state'])(
  'a video in %s says by itself when it has been converted',
  async (field) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let state = 'converting';
    let reads = 0;
    serve(
      [
        routes.list,
        () => {
          reads += 1;
          return ['', 200, { data: [bannerWith({ id: 5, title: 'Luz', [field]: state })] }];
        },
      ],
      [platformSettings.show, () => ({ data: settings })],
    );
    visit(<BannersPanel />, { at: '/homepage?editar=banner' });
    expect(await screen.findByText('Convertendo')).toBeVisible();
    state = 'ready';
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(screen.queryByText('Convertendo')).toBeNull());
    expect(reads).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(reads).toBe(2);
  },
);

test('an opened banner is the one that the page shows and outlines, until it is closed', async () => {
  const { user } = open([bannerWith({ id: 1, title: 'Luz' }), bannerWith({ id: 2, title: 'Cor' })]);
  const row = await screen.findByRole('button', { name: /^Cor/ });
  await user.click(row);
  expect(shownBanner.get()).toEqual({ id: 2 });
  expect(outlined.get()).toMatchObject({ section: 'banner', bring: true });
  await user.click(row);
  expect([shownBanner.get(), outlined.get()]).toEqual([null, null]);
});

test('a row says that its link leads to a course or a community that was removed', async () => {
  const images = { url_image: '/files/1/wide.jpg', url_image_vertical: '/files/1/tall.jpg' };
  open(
    [
      bannerWith({ id: 1, ...images, url_primary: '/courses/7?utm=a' }),
      bannerWith({ id: 2, ...images, url_primary: '/courses/8' }),
      bannerWith({ id: 3, ...images, url_primary: '/comunidade/1/5' }),
    ],
    [catalog.coursesToPick, () => [{ id: 8, title: 'Luz' }]],
    [communities.index, () => []],
  );
  const row = async (id: number) =>
    screen.findByRole('button', { name: new RegExp(`^Banner ${id}`) });
  await waitFor(async () =>
    expect(await row(1)).toHaveTextContent('O curso deste link não existe mais'),
  );
  expect(await row(2)).toHaveTextContent('Imagem · desktop e celular');
  await waitFor(async () =>
    expect(await row(3)).toHaveTextContent('A comunidade deste link não existe mais'),
  );
});

test('a new banner begins at weight 400 and 16 px', async () => {
  const banners: Banner[] = [];
  const { user, sent } = open(banners, [
    routes.create,
    ({ body }) => {
      banners.push(bannerWith({ id: 1, title: body.title }));
      return ['Banner criado com sucesso!', 201, { data: banners[0] }];
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Novo banner' }));
  await user.type(await screen.findByRole('textbox', { name: 'Título' }), 'A luz certa');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Banner criado com sucesso!')).toBeVisible();
  expect(sentTo(sent, 'create')).toMatchObject({
    title: 'A luz certa',
    // Nobody chose it: it stays the school's, whatever that will be.
    font_title: null,
    weight_headline: 400,
    size_headline: 16,
    weight_title: 400,
    size_title: 16,
    weight_subtitle: 400,
    size_subtitle: 16,
    weight_text_button: 400,
    size_text_button: 16,
  });
});

test('one press enlarges the small default title, and the advice names both sizes', async () => {
  const { user, sent } = open(
    [],
    [
      routes.create,
      ({ body }) => ['Banner criado com sucesso!', 201, { data: bannerWith({ id: 1, ...body }) }],
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Novo banner' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo banner' }));
  expect(dialog.getByText('1920x1080')).toBeVisible();
  expect(dialog.getByText('1080x1920')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Título' }), 'A luz certa');
  await user.click(dialog.getByRole('button', { name: 'Aumentar o título' }));
  expect(dialog.queryByRole('button', { name: 'Aumentar o título' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sentTo(sent, 'create')).toMatchObject({ size_title: 60, weight_title: 700 }),
  );
});

test('a description over 250 characters is refused beside its field', async () => {
  const { user, sent } = open([bannerWith({ id: 1, title: 'A luz certa' })]);
  await user.click(await screen.findByRole('button', { name: 'Opções de A luz certa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.click(await screen.findByRole('textbox', { name: /Descrição/ }));
  await user.paste('á'.repeat(251));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(
    await screen.findByText('A descrição do banner é maior do que o limite de 250'),
  ).toBeVisible();
  expect(sentTo(sent, 'update')).toBeUndefined();
});

test('a change sends what changed and the version it is built on; a refusal keeps it', async () => {
  const { user, sent } = open(
    [bannerWith({ id: 1, title: 'A luz certa', version: 3 })],
    [routes.update, () => refusing(422, 'O banner precisa de um título, uma imagem ou um vídeo.')],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de A luz certa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.clear(await screen.findByRole('textbox', { name: 'Título' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'O banner precisa de um título, uma imagem ou um vídeo.',
  );
  expect(sentTo(sent, 'update')).toEqual({ title: '', version: 3 });
});

test('a change on top of another person’s asks which one to keep', async () => {
  const { user, sent } = open(
    [bannerWith({ id: 1, title: 'A luz certa' })],
    [
      routes.update,
      ({ body }) =>
        body.version === 1
          ? refusing(409, 'Outra pessoa salvou antes de você. Confira a versão atual.', {
              code: 'stale_version',
              data: bannerWith({ id: 1, title: 'A luz errada', version: 2 }),
            })
          : ['Banner atualizado com sucesso!', 200, { data: bannerWith({ id: 1, ...body }) }],
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de A luz certa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.type(await screen.findByRole('textbox', { name: 'Título' }), ' de novo');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar por cima' }));
  expect(await screen.findByText('Banner atualizado com sucesso!')).toBeVisible();
  expect(sent.filter(({ name }) => name === 'banners.update').at(-1)?.body).toEqual({
    title: 'A luz certa de novo',
    version: 2,
  });
});

test('a font offers only the weights that it has', async () => {
  const { user } = open([bannerWith({ id: 1, title: 'A luz certa', weight_title: 700 })]);
  await user.click(await screen.findByRole('button', { name: 'Opções de A luz certa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.click(await screen.findByRole('tab', { name: 'Fontes' }));
  const title = within(screen.getByRole('group', { name: 'Título' }));
  await user.click(title.getByRole('combobox', { name: /Fonte/ }));
  await user.click(await screen.findByRole('option', { name: 'Aboreto' }));
  await waitFor(() =>
    expect(title.getByRole('combobox', { name: /Peso/ })).toHaveTextContent('400 Regular'),
  );
});

test('a size that no list offers stays chosen, and a left form leaves its banner open', async () => {
  const { user } = open([
    bannerWith({ id: 1, title: 'A luz certa', size_title: 17 }),
    bannerWith({ id: 2, title: 'A cor' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de A luz certa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.click(await screen.findByRole('tab', { name: 'Fontes' }));
  const title = within(screen.getByRole('group', { name: 'Título' }));
  expect(title.getByRole('combobox', { name: /Tamanho/ })).toHaveTextContent('17 px');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: /^A luz certa/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('a banner is removed once EXCLUIR is typed', async () => {
  const banners = [bannerWith({ id: 1, title: 'A luz certa' })];
  const { user } = open(banners, [
    routes.remove,
    () => {
      banners.pop();
      return { message: 'O banner foi deletado' };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de A luz certa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Excluir' })).toBeDisabled();
  await user.type(dialog.getByRole('textbox'), 'EXCLUIR');
  await user.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('O banner foi deletado')).toBeVisible();
  expect(await screen.findByText('Você ainda não criou nenhum banner!')).toBeVisible();
  // The menu that opened the dialog goes with the banner.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Novo banner' })).toHaveFocus());
});

test('without automatic transition the time is disabled and keeps its value', async () => {
  const { user, sent } = open(
    [],
    [
      bannerSettings.update,
      ({ body }) => ({ message: 'Dados salvos com sucesso', data: { ...settings, ...body } }),
    ],
  );
  const time = await screen.findByRole('spinbutton', { name: /Tempo em cada banner/ });
  await user.click(screen.getByRole('switch', { name: 'Transição automática' }));
  expect(time).toBeDisabled();
  expect(time).toHaveValue(6);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dados salvos com sucesso')).toBeVisible();
  expect(sent.find(({ name }) => name === 'banner-settings.update')?.body).toEqual({
    banner_custom_autoplay: false,
    version: 1,
  });
});

test('an invalid time does not block the save once automatic transition is off', async () => {
  const { user, sent } = open(
    [],
    [
      bannerSettings.update,
      ({ body }) => ({ message: 'Dados salvos com sucesso', data: { ...settings, ...body } }),
    ],
  );
  const time = await screen.findByRole('spinbutton', { name: /Tempo em cada banner/ });
  await user.clear(time);
  await user.type(time, '90');
  expect(await screen.findByText('Use de 1 a 60 segundos.')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Transição automática' }));
  expect(time).toHaveValue(6);
  await waitFor(() => expect(screen.queryByText('Use de 1 a 60 segundos.')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dados salvos com sucesso')).toBeVisible();
  expect(sent.find(({ name }) => name === 'banner-settings.update')?.body).toEqual({
    banner_custom_autoplay: false,
    version: 1,
  });
});

/** Saves the switch of the transition. Time passes by hand afterwards, too. */
async function saveTransition() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { user, history } = open(
    [],
    [
      bannerSettings.update,
      ({ body }) => ({ message: 'Dados salvos com sucesso', data: { ...settings, ...body } }),
    ],
  );
  await user.click(await screen.findByRole('switch', { name: 'Transição automática' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dados salvos com sucesso')).toBeVisible();
  return { user, history };
}

test('after a save of the transition the home page shows without the panel', async () => {
  const { history } = await saveTransition();
  await act(() => vi.advanceTimersByTimeAsync(TOAST_MS));
  expect(history.location.search).toBe('');
});

test('after a save of the transition, a touch or a key keeps the panel', async () => {
  const { user, history } = await saveTransition();
  await user.keyboard('{Tab}');
  await act(() => vi.advanceTimersByTimeAsync(TOAST_MS));
  expect(history.location.search).toBe('?editar=banner');
});

test('after somebody else’s change the settings are read anew', async () => {
  const otherSettings = { ...settings, banner_custom_autoplay_time: 9, version: 2 };
  const { user, sent } = open(
    [],
    [
      bannerSettings.update,
      () => refusing(409, 'Outra pessoa salvou.', { code: 'stale_version', data: otherSettings }),
    ],
  );
  const time = await screen.findByRole('spinbutton', { name: /Tempo em cada banner/ });
  await user.clear(time);
  await user.type(time, '7');
  const reads = () => sent.filter(({ name }) => name === 'platform-settings.show').length;
  const before = reads();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByRole('button', { name: 'Salvar por cima' });
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});

test('settings that did not load are not shown as defaults', async () => {
  serve(
    [routes.list, () => ['', 200, { data: [] }]],
    [platformSettings.show, () => refusing(404, 'Não encontrado.')],
  );
  visit(<BannersPanel />, { at: '/homepage?editar=banner' });
  expect(await screen.findByText('As configurações não carregaram')).toBeVisible();
  expect(screen.queryByRole('switch', { name: 'Transição automática' })).not.toBeInTheDocument();
});

test('many banners are searched by name; a found one moves within the whole list', async () => {
  const many = Array.from({ length: 1000 }, (_, place) =>
    bannerWith({ id: place + 1, title: `Campanha ${place + 1}` }),
  );
  const { user, sent } = open(many, [
    routes.order,
    () => ['Ordem atualizada com sucesso.', 200, { data: [] }],
  ]);
  await user.type(await screen.findByRole('searchbox', { name: 'Buscar banner' }), '998');
  const rows = () => within(screen.getByRole('list', { name: 'Banners' })).getAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Opções de Campanha 998' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o início' }));
  await waitFor(() =>
    expect(sentTo(sent, 'order')).toMatchObject({
      newOrdenation: [998, ...many.map(({ id }) => id).filter((id) => id !== 998)],
    }),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Buscar banner' }), '9');
  expect(await screen.findByText('Nada com “9989” no nome')).toBeVisible();
});
