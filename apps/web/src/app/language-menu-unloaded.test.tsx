import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { LanguageMenu } from './language-menu.tsx';

vi.mock('@vitrine/contract/texts.es.json', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(() => {
  document.cookie = 'language=; path=/; max-age=0';
});

test('a language whose texts do not load leaves the page as it is, and says so', async () => {
  const sent = serve();
  const { user } = visit(<LanguageMenu />, { roles: ['student'] });
  await user.click(screen.getByText('Español'));
  expect(await screen.findByText('O idioma não mudou')).toBeVisible();
  expect(screen.getByText('Português')).toHaveAttribute('aria-pressed', 'true');
  expect(document.cookie).not.toContain('language=es');
  expect(sent).toEqual([]);
});
