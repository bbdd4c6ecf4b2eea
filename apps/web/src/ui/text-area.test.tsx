import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextArea } from './text-area.tsx';

test('an error comes with the words that help to mend it', () => {
  render(<TextArea label="Lista" error="Linha vazia" errorHelp="Uma pergunta em cada linha" />);
  const area = screen.getByRole('textbox', { name: 'Lista' });
  expect(area).toHaveAccessibleDescription('Linha vazia Uma pergunta em cada linha');
});
