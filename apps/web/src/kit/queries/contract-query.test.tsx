import { act, fireEvent, screen } from '@testing-library/react';
import { freshness } from '@vitrine/contract/core';
import { products } from '@vitrine/contract/products';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { useContractQuery } from './contract-query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Panel() {
  const { data } = useContractQuery(products.list, {}, { staleTime: freshness.hour });
  return data ? <p>Produtos</p> : null;
}

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(!open)}>Painel</button>
      {open && <Panel />}
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Painel' }));

test('an answer stays cached while it is fresh, even if its panel was closed', async () => {
  let requestCount = 0;
  serve([products.list, () => ((requestCount += 1), [])]);
  visit(<Page />);
  await pass(100);
  const look = async () => {
    press();
    await pass(100);
    expect(screen.getByText('Produtos')).toBeVisible();
    press();
  };
  await look();
  await pass(freshness.hour - 60_000);
  await look();
  expect(requestCount).toBe(1);
  await pass(120_000);
  await look();
  expect(requestCount).toBe(2);
});

test.each([
  [503, 3],
  [429, 3],
  [500, 1],
  [404, 1],
  [403, 1],
  [401, 1],
])('a query that is answered %i is tried %i times', async (status, tries) => {
  let requestCount = 0;
  serve([products.list, () => ((requestCount += 1), refusing(status, 'Não deu.'))]);
  visit(<Page />);
  await pass(100);
  press();
  await pass(60_000);
  expect(requestCount).toBe(tries);
});
