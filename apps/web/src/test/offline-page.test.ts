import { expect, test } from 'vitest';
import { offlinePage } from '../../worker/offline-page.ts';

test.each([
  ['pt-BR', 'pt', 'Tentar de novo'],
  ['en-US', 'en', 'Try again'],
  ['es', 'es', 'Intentar de nuevo'],
  ['fr-FR', 'pt', 'Tentar de novo'],
])('the offline page speaks %s as %s', async (browser, lang, retry) => {
  const page = await offlinePage(browser).text();
  expect(page).toContain(`<html lang="${lang}">`);
  expect(page).toContain(retry);
});
