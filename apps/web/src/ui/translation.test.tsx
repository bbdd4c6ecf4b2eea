import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeTexts, useTranslation } from './translation.ts';

const Lessons = ({ count }: { count: number }) => (
  <p>{useTranslation().t('{{count}} aulas', { count })}</p>
);
const said = () => screen.getByRole('paragraph').textContent;

test('a text is said in the form that its number asks for, with what it names', () => {
  changeTexts('en', {
    '{{count}} aulas_one': '{{count}} lesson',
    '{{count}} aulas_other': '{{count}} lessons',
  });
  const { rerender } = render(<Lessons count={1} />);
  expect(said()).toBe('1 lesson');
  rerender(<Lessons count={12} />);
  expect(said()).toBe('12 lessons');
});

test.each([
  ['pt', '1.200 aulas'],
  ['es', '1.200 aulas'],
  ['en', '1,200 aulas'],
])('a number is written as its reader writes it: %s', (language, text) => {
  changeTexts(language, {});
  render(<Lessons count={1200} />);
  expect(said()).toBe(text);
});

test('what has no translation is said in Portuguese, and a change of language is seen at once', () => {
  changeTexts('es', {});
  render(<Lessons count={12} />);
  expect(said()).toBe('12 aulas');
  act(() => changeTexts('es', { '{{count}} aulas_other': '{{count}} clases' }));
  expect(said()).toBe('12 clases');
});

test('what a text names is not read as a pattern', () => {
  changeTexts('pt', {});
  const Name = () => <p>{useTranslation().t('Olá, {{name}}', { name: '$& {{count}}' })}</p>;
  render(<Name />);
  expect(said()).toBe('Olá, $& {{count}}');
});
