import { translate } from '@vitrine/contract/texts';
import { expect, test } from 'vitest';
import { said } from './sentences.ts';

test.each(['en', 'es'] as const)('every sentence of a report has its words in %s', (language) => {
  const missing = Object.values(said).filter((text) => translate(language, text) === text);
  expect(missing).toEqual([]);
});
