import { screen } from '@testing-library/react';
import { customLinks } from '@vitrine/contract/custom-links';
import { lives } from '@vitrine/contract/lives';
import { sessions } from '@vitrine/contract/sessions';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import SideMenu from './side-menu.tsx';

vi.mock('../kit/offline/forget.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('without the code that empties the browser, nobody is signed out', async () => {
  const sent = serve(
    [sessions.signOut, () => undefined],
    [customLinks.list, () => ({ data: [] })],
    [lives.list, () => []],
  );
  const { user } = visit(<SideMenu open onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Desconectar' }));
  expect(await screen.findByText('Algo deu errado. Tente de novo.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('sessions.signOut');
});
