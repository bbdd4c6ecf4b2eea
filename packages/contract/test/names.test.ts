import { expect, test } from 'vitest';
import { firstName } from '../src/names.ts';

test.each([
  ['Ana Reis', 'Ana'],
  ['  Ana   Reis ', 'Ana'],
  ['Seu Osvaldo', 'Seu Osvaldo'],
  ['DONA Aparecida Nunes', 'DONA Aparecida'],
  ['Dra. Lia Prado', 'Dra. Lia'],
  ['Seu', 'Seu'],
  ['Domingos Prado', 'Domingos'],
])('a greeting calls %j %j', (name, called) => {
  expect(firstName(name)).toBe(called);
});
