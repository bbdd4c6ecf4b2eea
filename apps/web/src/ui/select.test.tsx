import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { visit } from '../test/school.tsx';
import { Select } from './select.tsx';

const page = '/comunidade/1/5';

function Late() {
  const [options, setOptions] = useState<{ value: string; label: string }[]>([]);
  return (
    <>
      <Select label="Página" value={page} options={options} onValueChange={() => {}} />
      <button type="button" onClick={() => setOptions([{ value: page, label: 'Ateliê' }])}>
        Chegou
      </button>
    </>
  );
}

test('a chosen value shows no id or address before its options have loaded', async () => {
  const { user } = visit(<Late />);
  const field = screen.getByRole('combobox', { name: 'Página' });
  expect(field).toHaveTextContent(/^…$/);
  await user.click(screen.getByRole('button', { name: 'Chegou' }));
  expect(field).toHaveTextContent(/^Ateliê$/);
});
