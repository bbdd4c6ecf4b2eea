import { act, fireEvent, screen } from '@testing-library/react';
import { freshness } from '@vitrine/contract/core';
import { members } from '@vitrine/contract/members';
import { products } from '@vitrine/contract/products';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../../platform/locale.tsx';
import { refusing, serve, visit } from '../../test/school.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { useContractPages, useContractQuery } from './contract-query.ts';
import { QueryError } from './query-error.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Panel({ staleTime }: { staleTime?: number | undefined }) {
  const query = useContractQuery(products.list, {}, staleTime ? { staleTime } : {});
  if (query.isLoadingError) return <QueryError query={query} title="A lista não carregou" />;
  return query.data ? <p>Produtos</p> : null;
}

function Page({ staleTime }: { staleTime?: number | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(!open)}>Painel</button>
      {open && <Panel staleTime={staleTime} />}
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Painel' }));

test.each([
  ['an hour', freshness.hour, freshness.hour],
  ['half an hour, which is the default', undefined, freshness.halfHour],
])('an answer is kept while it is fresh, even if its panel was closed: %s', async (...given) => {
  const [, staleTime, freshMs] = given;
  let requestCount = 0;
  serve([products.list, () => ((requestCount += 1), [])]);
  visit(<Page staleTime={staleTime} />);
  await pass(100);
  const look = async () => {
    press();
    await pass(100);
    expect(screen.getByText('Produtos')).toBeVisible();
    press();
  };
  await look();
  await pass(freshMs - 60_000);
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

/** Answers as a proxy does whose server is away. */
function serveFromProxy(headers: Record<string, string>) {
  const requests: number[] = [];
  vi.stubGlobal('fetch', async () => {
    requests.push(Date.now());
    return new Response('<h1>503</h1>', { status: 503, headers });
  });
  return requests;
}

test.each([
  ['no time', {}, 3_000],
  ['less than 3 s', { 'retry-after': '1' }, 3_000],
  ['20 s', { 'retry-after': '20' }, 20_000],
])('a school that is away, and names %s, is asked again then', async (_what, headers, ms) => {
  const requests = serveFromProxy(headers as Record<string, string>);
  visit(<Page />);
  await pass(100);
  press();
  await pass(ms - 1_000);
  expect(requests).toHaveLength(1);
  await pass(2_000);
  expect(requests).toHaveLength(2);
});

test('a school that is away for long says so at once, in the viewer’s language, and offers a retry', async () => {
  const requests = serveFromProxy({ 'retry-after': '120' });
  await chooseLanguage('en');
  visit(<Page />);
  await pass(100);
  press();
  await pass(100);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The school is not responding at the moment. Try again in a moment.',
  );
  await pass(60_000);
  expect(requests).toHaveLength(1);
  serve([products.list, () => []]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(100);
  expect(screen.getByText('Produtos')).toBeVisible();
  await chooseLanguage('pt');
});

function Members() {
  const people = useContractPages(members.list, {});
  return (
    <>
      {people.items.map(({ id, name }) => (
        <p key={id}>{name}</p>
      ))}
      <LoadMore {...people.more} />
    </>
  );
}

test('a person who moved to the next page between two reads shows once', async () => {
  const page = (numbers: number[], current_page: number, next_page_url: string | null) => ({
    data: numbers.map((id) => ({ id, name: `Pessoa ${id}` })),
    current_page,
    next_page_url,
  });
  serve([
    members.list,
    // Somebody joined after the first page: it ends one person earlier.
    ({ query }) => (query.get('page') === '1' ? page([3, 2], 1, '/x') : page([2, 1], 2, null)),
  ]);
  visit(<Members />);
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: 'Carregar mais' }));
  await pass(100);
  expect(screen.getAllByText(/^Pessoa/).map(({ textContent }) => textContent)).toEqual([
    'Pessoa 3',
    'Pessoa 2',
    'Pessoa 1',
  ]);
});
