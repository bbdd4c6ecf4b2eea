import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appearance } from '@vitrine/contract/appearance';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { contrast } from '@vitrine/contract/theme';
import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { boot } from '../../platform/boot.ts';
import { syncTheme } from '../../platform/site-theme.ts';
import { refusing, serve, site, visit } from '../../test/school.tsx';
import AppearancePanel from './appearance-panel.tsx';
import { section } from './section.tsx';

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<style id="theme"></style>';
});

/** Renders the panel over a page that follows the typed values. */
function EditedPage() {
  useEffect(syncTheme, []);
  return <AppearancePanel />;
}

interface SavedForm {
  primary_color?: string;
  version?: number;
}

/** Fakes a server that stores the settings. */
function school(saved: Record<string, unknown> = {}, path = '/homepage?editar=aparencia') {
  const settings: Record<string, unknown> = { ...site.settings, ...site.login_page, ...saved };
  const sent = serve(
    [
      platformSettings.update,
      ({ body }) => {
        if (body.version !== undefined && body.version !== settings['version'])
          return refusing(409, 'Outra pessoa salvou antes de você.', {
            code: 'stale_version',
            data: {
              changed_by: 'Rui Dantas',
              changed_by_id: 8,
              changed_at: '2026-01-02T12:00:00Z',
              ...settings,
            },
          });
        Object.assign(settings, body, { version: Number(settings['version']) + 1 });
        return { message: 'Dados alterados com sucesso', data: settings };
      },
    ],
    [
      appearance.courseIndicator,
      () => refusing(503, 'Estamos com muitos pedidos agora. Tente de novo em instantes.'),
    ],
    [
      appearance.moduleIndicator,
      ({ body }) => {
        Object.assign(settings, body, { version: Number(settings['version']) + 1 });
        const { module_page_indicator, version } = settings;
        return {
          message: 'Indicador de módulo atualizado!',
          data: { module_page_indicator, version },
        };
      },
    ],
  );
  const saves = () => sent.map(({ body }) => body as SavedForm);
  return { settings, saves, ...visit(<EditedPage />, { at: path }) };
}

const colour = (label = 'Cor principal') => screen.getByRole('textbox', { name: label });
const type = (text: string, label?: string) => {
  fireEvent.change(colour(label), { target: { value: text } });
  fireEvent.blur(colour(label));
};
const painted = (name: string) =>
  new RegExp(`--${name}:(#\\w+)`).exec(document.getElementById('theme')!.textContent!)?.[1];
const brand = () => painted('brand');

test('the page shows a colour while it is typed, without a request or a save', async () => {
  const { saves, user } = school();
  type('#43DFAE');
  expect(brand()).toBe('#43dfae');
  type('#43DF'); // while the text is incomplete, the last whole colour stays
  expect(brand()).toBe('#43dfae');
  expect(saves()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(brand()).toBe('#ffb238');
});

test('the previous colour is offered, and restores it', async () => {
  const { user } = school();
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: /Antes/ }));
  expect(colour()).toHaveValue('#FFB238');
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
});

test('the contrast of a colour is rated in words, with the colour that the page uses', async () => {
  school();
  expect(screen.getByText('9,1:1')).toBeVisible();
  type('#123456');
  expect(screen.getByText(/com texto claro/)).toBeVisible();
  // The panels of the page are lighter than its ground, and its texts stand there too.
  expect(screen.getByText(painted('brand-ink')!.toUpperCase())).toBeVisible();
});

test('a panel colour that hides the text is replaced by the background, with a note', async () => {
  school();
  type('#ffffff', 'Cor de fundo');
  expect(await screen.findByText(/O texto sumiria nesta cor/)).toBeVisible();
  expect(contrast(painted('surface-1')!, painted('text')!)).toBeGreaterThan(4.5);
  expect(contrast(painted('surface-1')!, '#ffffff')).toBeLessThan(1.2);
});

test('a school without a logo is not told that its logo can hardly be seen', () => {
  school();
  expect(screen.getByText('Logos')).toBeVisible();
  expect(screen.queryByText(/Este logo quase não aparece/)).toBeNull();
});

test('the text on buttons is chosen, and still reads', async () => {
  const { saves, user } = school();
  const onBrand = () => painted('on-brand');
  const text = screen.getByRole('group', { name: 'Texto dos botões' });
  expect(within(text).getByRole('radio', { name: 'Automático' })).toBeChecked();
  await user.click(within(text).getByRole('radio', { name: 'Escuro' }));
  expect(onBrand()).toBe('#121217');
  // White is not readable on this amber. The page takes the nearest readable colour, and the panel
  // tells it.
  await user.click(within(text).getByRole('radio', { name: 'Claro' }));
  expect(screen.getByText(/Sobre a cor principal, o texto aparece assim/)).toBeVisible();
  expect(contrast(onBrand()!, '#ffb238')).toBeGreaterThanOrEqual(4.5);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saves()).toEqual([{ button_text_color: 'light', version: 1 }]));
});

test('saving sends the changes with their version, and the page applies the answer', async () => {
  const { saves, user } = school();
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dados alterados com sucesso')).toBeVisible();
  expect(saves()).toEqual([{ primary_color: '#43dfae', version: 1 }]);
  expect(boot().site.settings).toMatchObject({ primary_color: '#43dfae', version: 2 });
  expect(brand()).toBe('#43dfae');
  expect(screen.queryByRole('button', { name: 'Salvar' })).not.toBeInTheDocument();
});

test('a second after a save the home page shows behind the open panel', async () => {
  const { user, history } = school({}, '/courses/7?editar=aparencia');
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(
    () => {
      const { pathname, search } = history.location;
      expect(pathname + search).toBe('/homepage?editar=aparencia');
    },
    { timeout: 20_000 },
  );
});

test('one of the 17 backgrounds sets its colours; without one the page is black', async () => {
  const { saves, user } = school();
  const presets = screen.getByRole('group', { name: 'Fundos prontos' });
  expect(presets.querySelectorAll('input')).toHaveLength(17);
  await user.click(screen.getByRole('radio', { name: 'Maré' }));
  expect(colour('Cor de fundo')).toHaveValue('#0A1020');
  await user.click(screen.getByRole('button', { name: 'Remover fundo' }));
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() =>
    // The panels have their former colour again, so it is not sent.
    expect(saves()[0]).toEqual({ background_color_primary: '#000000', version: 1 }),
  );
});

test('steps can be undone and redone; inside text the browser’s own undo wins', async () => {
  const { user } = school();
  await user.click(screen.getByRole('radio', { name: 'Maré' }));
  await user.click(screen.getByRole('radio', { name: 'Brasa' }));
  await user.click(screen.getByRole('radio', { name: /Lato/ }));
  await user.keyboard('{Control>}z{/Control}');
  expect(screen.getByRole('radio', { name: /Poppins/ })).toBeChecked();
  await user.keyboard('{Control>}z{/Control}');
  expect(screen.getByRole('radio', { name: 'Maré' })).toBeChecked();
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(screen.getByRole('radio', { name: 'Brasa' })).toBeChecked();
  colour().focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(screen.getByRole('radio', { name: 'Brasa' })).toBeChecked();
});

test('a save of other fields in between is merged without a question', async () => {
  const { settings, saves, user } = school();
  Object.assign(settings, { text_color: '#eeeeee', version: 4 });
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saves().at(-1)).toEqual({ primary_color: '#43dfae', version: 4 }));
  expect(settings).toMatchObject({ primary_color: '#43dfae', text_color: '#eeeeee' });
  await waitFor(() => expect(colour('Cor do texto')).toHaveValue('#EEEEEE'));
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
});

test('a save of the same field in between asks, and names the other person; reloading can be undone', async () => {
  const { settings, user } = school();
  Object.assign(settings, { primary_color: '#ff0000', version: 4 });
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Outra pessoa salvou antes de você' });
  expect(dialog).toHaveTextContent('Rui Dantas');
  await user.click(screen.getByRole('button', { name: 'Recarregar' }));
  expect(colour()).toHaveValue('#FF0000');
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(colour()).toHaveValue('#43DFAE'));
  expect(settings['primary_color']).toBe('#ff0000');
});

test('a conflict with the viewer’s own other tab says so', async () => {
  const { settings, user } = school();
  const elsewhere = { primary_color: '#ff0000', version: 4 };
  Object.assign(settings, elsewhere, { changed_by: 'Olívia Dona', changed_by_id: 7 });
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Você já salvou em outro lugar' });
  expect(dialog).toHaveTextContent('Em outra aba ou aparelho, você mudou os mesmos campos');
});

test('a conflict can be overwritten', async () => {
  const { settings, user } = school();
  Object.assign(settings, { primary_color: '#ff0000', version: 4 });
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar por cima' }));
  await waitFor(() => expect(settings).toMatchObject({ primary_color: '#43dfae', version: 5 }));
});

test('a switch is saved at once, and reverts with the server’s message', async () => {
  const { saves, user } = school();
  await user.click(screen.getByRole('switch', { name: 'Abrir para visitantes' }));
  await waitFor(() => expect(saves()).toEqual([{ showcase: true }]));
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Para onde leva um card bloqueado' })).toBeVisible();
  const course = screen.getByRole('switch', { name: 'Página do curso' });
  await user.click(course);
  expect(await screen.findByText(/Estamos com muitos pedidos agora/)).toBeVisible();
  expect(course).toBeChecked();
});

test('an invalid link of locked cards does not block the save once the showcase is closed', async () => {
  const { saves, user } = school();
  const showcase = screen.getByRole('switch', { name: 'Abrir para visitantes' });
  await user.click(showcase);
  const link = await screen.findByRole('textbox', { name: 'Para onde leva um card bloqueado' });
  await user.type(link, 'ainda não sei');
  await user.click(showcase);
  await waitFor(() => expect(link).not.toBeInTheDocument());
  type('#43dfae');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(saves().at(-1)).toEqual({ primary_color: '#43dfae', version: expect.any(Number) }),
  );
});

test('a draft survives a reload, and is offered again', async () => {
  school();
  type('#43dfae');
  document.body.innerHTML = '';
  const { user } = school();
  await user.click(screen.getByRole('button', { name: 'Restaurar rascunho' }));
  expect(colour()).toHaveValue('#43DFAE');
  expect(brand()).toBe('#43dfae');
});

test('a saved switch still reports that somebody else changed the colour before', async () => {
  const { settings, user } = school();
  // Another admin saves a colour. Then this page turns a switch, whose answer holds its own column
  // only.
  Object.assign(settings, { primary_color: '#00ff00', version: 2 });
  await user.click(screen.getByRole('switch', { name: 'Página do módulo' }));
  expect(await screen.findByText('Indicador de módulo atualizado!')).toBeVisible();
  type('#43DFAE');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/Rui Dantas/)).toBeVisible();
  expect(settings['primary_color']).toBe('#00ff00');
});

test('the sections stand in the order of the specification', () => {
  school();
  const sections = document.querySelectorAll('form > section');
  expect([...sections].map((one) => one.getAttribute('aria-label'))).toEqual([
    'Cores',
    'Vitrine aberta',
    'Indicadores de página',
    'Botões',
    'Logos',
    'Fundo',
    'Fontes',
  ]);
});

const Summary = () => <p>{section.useSummary!()}</p>;

test.each([
  ['Inter', '#FFB238, Similar Helvetica'],
  ['Lato', '#FFB238, Lato'],
] as const)('the row of the drawer names the font %s as its picker does', (font_primary, text) => {
  visit(<Summary />, { site: { ...site, settings: { ...site.settings, font_primary } } });
  expect(screen.getByText(text)).toBeVisible();
});
