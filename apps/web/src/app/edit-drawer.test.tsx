import { screen, waitFor } from '@testing-library/react';
import { Download } from 'lucide-react';
import { afterEach, expect, test, vi } from 'vitest';
import { useEditPlace } from '../kit/preview/edit-place.ts';
import { serve, visit } from '../test/school.tsx';
import { EditDrawer } from './edit-drawer.tsx';
import EditSite from './edit-site.tsx';

// All twelve sections have a panel today. The next one may begin without (A section 2).
const { loadPanel } = vi.hoisted(() => ({
  loadPanel: vi.fn<() => Promise<{ default: () => string }>>(),
}));
vi.mock('./sections.ts', () => ({
  sections: [
    { id: 'aplicativo', label: 'Aplicativo', icon: Download },
    {
      id: 'footer',
      label: 'Footer',
      icon: Download,
      panel: loadPanel,
      entries: { termos: { title: 'Termos de uso', load: loadPanel } },
    },
  ],
}));

afterEach(() => {
  vi.restoreAllMocks();
});

test('a section without a panel can be focused, says so, and opens nothing', async () => {
  serve();
  const { user } = visit(<EditDrawer />, { at: '/homepage?editar=aplicativo' });
  const row = await screen.findByRole('button', { name: 'Aplicativo Em breve!' });
  expect(row).toHaveAttribute('aria-disabled', 'true');
  row.focus();
  expect(row).toHaveFocus();
  await user.keyboard('{Enter}');
  // Its badge, and the message.
  await waitFor(() => expect(screen.getAllByText('Em breve!')).toHaveLength(2));
  expect(screen.getByText('Você está no modo edição')).toBeVisible();
});

test('closing a drawer that an address opened moves the focus to Editar site', async () => {
  serve();
  // The page takes the drawer away, as the shell does.
  const Page = () => (
    <>
      <EditSite />
      {useEditPlace().open && <EditDrawer />}
    </>
  );
  const { user } = visit(<Page />, { at: '/homepage?editar=' });
  await user.click(await screen.findByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Editar site' })).toHaveFocus());
});

/** The drawer, with a panel that fails to load the first `failures` times. */
async function openPanel(failures: number, isOnline: boolean) {
  loadPanel.mockReset().mockResolvedValue({ default: () => 'Redes sociais' });
  for (let count = 0; count < failures; count += 1)
    loadPanel.mockRejectedValueOnce(
      new TypeError('Failed to fetch dynamically imported module: /assets/panel.js'),
    );
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  serve();
  vi.stubGlobal('fetch', async () => new Response());
  const { user } = visit(<EditDrawer />, { at: '/homepage?editar=' });
  await user.click(await screen.findByRole('button', { name: 'Footer' }));
  return { user, reload };
}

test('a panel whose code cannot be loaded says so in the drawer, and leads back', async () => {
  const { user, reload } = await openPanel(2, false);
  expect(await screen.findByText('Este painel não carregou')).toBeVisible();
  expect(screen.getByText(/O painel abre assim que ela voltar/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(loadPanel).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Este painel não carregou')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(await screen.findByRole('button', { name: 'Footer' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Este painel não carregou')).toBeNull());
  expect(reload).not.toHaveBeenCalled();
});

test('a panel opens in its drawer once the connection is back', async () => {
  const { reload } = await openPanel(1, false);
  expect(await screen.findByText('Este painel não carregou')).toBeVisible();
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Redes sociais')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('a panel that failed for a moment opens by itself', async () => {
  const { reload } = await openPanel(1, true);
  expect(await screen.findByText('Redes sociais')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('a panel that a deploy has removed offers the new version', async () => {
  const { user, reload } = await openPanel(2, true);
  expect(await screen.findByText('Há uma versão nova do site')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a panel below another one has its own title from the first moment', async () => {
  loadPanel.mockReset().mockReturnValue(new Promise(() => {}));
  serve();
  visit(<EditDrawer />, { at: '/homepage?editar=footer/termos' });
  expect(await screen.findByRole('heading', { name: 'Termos de uso' })).toBeVisible();
});
