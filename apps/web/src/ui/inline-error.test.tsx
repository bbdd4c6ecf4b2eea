import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AttemptError } from './inline-error.tsx';
import { createTranslation, TranslationContext } from './translation.ts';

const english = createTranslation('en', {
  'Sem conexão.': 'No connection.',
  'Algo deu errado. Tente de novo.': 'Something went wrong. Try again.',
});

const show = (error: unknown) =>
  render(
    <TranslationContext value={english}>
      <AttemptError error={error} />
    </TranslationContext>,
  );

test('an English reader reads a lost connection in English', () => {
  show(new Error('Sem conexão.'));
  expect(screen.getByRole('alert')).toHaveTextContent(/^No connection\.$/);
});

test('an error without a message shows a general sentence', () => {
  show(new Error(''));
  expect(screen.getByRole('alert')).toHaveTextContent(/^Something went wrong\. Try again\.$/);
});

test('nothing is shown before an attempt fails', () => {
  show(null);
  expect(screen.queryByRole('alert')).toBeNull();
});
