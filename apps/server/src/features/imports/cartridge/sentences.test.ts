import { translate } from '@vitrine/contract/texts';
import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

test.each(['en', 'es'] as const)('every sentence of a report has its words in %s', (language) => {
  const missing = Object.values(sentences).filter((text) => translate(language, text) === text);
  expect(missing).toEqual([]);
});
