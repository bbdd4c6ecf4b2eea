import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createTranslation, TranslationContext, useTranslation } from './translation.ts';

const key = 'Nenhuma aula|{{count}} aula|{{count}} aulas';
const Lessons = ({ count }: { count: number }) => <p>{useTranslation().t(key, { count })}</p>;

function show(language: string, texts: Record<string, string>, count: number) {
  const page = (value: number) => (
    <TranslationContext value={createTranslation(language, texts)}>
      <Lessons count={value} />
    </TranslationContext>
  );
  const { rerender } = render(page(count));
  return {
    text: () => screen.getByRole('paragraph').textContent,
    count: (value: number) => rerender(page(value)),
  };
}

test.each([
  [
    'en',
    { [key]: 'No lessons|{{count}} lesson|{{count}} lessons' },
    'No lessons',
    '1 lesson',
    '12 lessons',
  ],
  ['pt', {}, 'Nenhuma aula', '1 aula', '12 aulas'],
] as const)('a count chooses its form in %s', (language, texts, none, one, many) => {
  const shown = show(language, texts, 0);
  expect(shown.text()).toBe(none);
  shown.count(1);
  expect(shown.text()).toBe(one);
  shown.count(12);
  expect(shown.text()).toBe(many);
});

test('a text with one form keeps it for every count', () => {
  const shown = show('en', { [key]: 'Lessons: {{count}}' }, 0);
  expect(shown.text()).toBe('Lessons: 0');
  shown.count(1);
  expect(shown.text()).toBe('Lessons: 1');
});

test('Portuguese uses the form of one for zero, unless zero has its own form', () => {
  const { t } = createTranslation('pt');
  expect(t('{{count}} curso|{{count}} cursos', { count: 0 })).toBe('0 curso');
});

test.each([
  ['pt', '1.200 aulas'],
  ['es', '1.200 aulas'],
  ['en', '1,200 aulas'],
])('a number is formatted for the reader’s language: %s', (language, text) => {
  expect(show(language, {}, 1200).text()).toBe(text);
});

test('a text without a translation shows in Portuguese', () => {
  expect(show('es', {}, 12).text()).toBe('12 aulas');
});

test('a value is not read as a pattern, nor as forms', () => {
  const { t } = createTranslation('pt');
  expect(t('Olá, {{name}}', { name: '$& {{count}}' })).toBe('Olá, $& {{count}}');
  expect(t('{{count}} de {{name}}', { name: 'a|b', count: 2 })).toBe('2 de a|b');
});
