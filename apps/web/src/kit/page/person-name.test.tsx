import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '../../test/school.tsx';
import { PersonName } from './person-name.tsx';

test('a name runs in its own direction, so that its end is cut and not its beginning', async () => {
  const name = 'مرحبا بكم في مدرسة التصوير';
  visit(<PersonName person={{ id: 7, name }} />);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('dir', 'auto');
});
