import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { visit } from '../../../../test/school.tsx';
import { ChosenList } from './chosen-list.tsx';

const drawn = vi.hoisted(() => [] as string[]);
vi.mock('../../site-cover.tsx', () => ({
  SiteCover({ seed }: { seed: string }) {
    drawn.push(seed);
    return null;
  },
}));

test('a choice renders only the rows that it changes, however long the list', async () => {
  function Choosing() {
    const [ids, setIds] = useState([1, 2, 3, 4]);
    const chosen = ids.map((id) => ({ id, title: `Aula ${id}`, cover: null, seed: `row ${id}` }));
    return (
      <>
        <ChosenList chosen={chosen} onChange={setIds} />
        <button onClick={() => setIds([...ids, 5])}>Marcar</button>
      </>
    );
  }
  const { user } = visit(<Choosing />);
  drawn.length = 0;
  await user.click(screen.getByRole('button', { name: 'Marcar' }));
  // The fourth is no longer the last.
  expect(new Set(drawn)).toEqual(new Set(['row 4', 'row 5']));
  drawn.length = 0;
  await user.click(screen.getByRole('button', { name: 'Remover Aula 3' }));
  expect(drawn).toEqual([]);

  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  expect(
    screen
      .getAllByRole('button', { name: /^Remover / })
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual([1, 2, 3, 4, 5].map((id) => `Remover Aula ${id}`));
});
