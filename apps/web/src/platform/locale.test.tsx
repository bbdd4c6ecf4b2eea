import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useTranslation } from '../ui/translation.ts';
import { chooseLanguage, LanguageProvider, startLocale } from './locale.tsx';

const Word = () => <p>{useTranslation().t('Desconectar')}</p>;

afterEach(async () => {
  document.cookie = 'language=; path=/; max-age=0';
  document.documentElement.lang = '';
  await startLocale();
});

test.each([
  ['Sign out', 'en', ''],
  ['Cerrar sesión', 'es', ''],
  ['Desconectar', 'pt-BR', ''],
  ['Desconectar', '', ''],
  ['Sign out', 'es', 'en'],
  ['Desconectar', 'en', 'pt'],
])('“%s” on a page in “%s” with the cookie “%s”', async (word, lang, cookie) => {
  document.documentElement.lang = lang;
  if (cookie) document.cookie = `language=${cookie}; path=/`;
  await startLocale();
  render(<Word />, { wrapper: LanguageProvider });
  expect(screen.getByText(word)).toBeVisible();
});

test('of two quick choices the later one wins, though its texts arrive first', async () => {
  render(<Word />, { wrapper: LanguageProvider });
  const results = await act(() => Promise.all([chooseLanguage('en'), chooseLanguage('pt')]));
  expect(screen.getByText('Desconectar')).toBeVisible();
  expect(results).toEqual([false, true]);
});
