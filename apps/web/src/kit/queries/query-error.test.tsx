import { screen } from '@testing-library/react';
import { rewards } from '@vitrine/contract/rewards';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { useContractQuery } from './contract-query.ts';
import { QueryError } from './query-error.tsx';

/** A page of two reads, which shows the error of one. */
function Page() {
  const mine = useContractQuery(rewards.mine, { query: {} });
  const next = useContractQuery(rewards.next, {});
  const failed = [mine, next].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <QueryError query={failed} title="A página não carregou" />;
  return <p>{mine.data && next.data ? 'Pronta' : 'Carregando'}</p>;
}

test('one press reads everything again that failed on the page', async () => {
  let isBusy = true;
  const busy = () => (isBusy ? refusing(500, 'Estamos com muitos pedidos agora.') : []);
  const sent = serve([rewards.mine, busy], [rewards.next, busy]);
  const { user } = visit(<Page />, { roles: ['student'] });
  const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
  await expect.poll(() => sent).toHaveLength(2);
  isBusy = false;
  await user.click(retry);
  expect(await screen.findByText('Pronta')).toBeVisible();
  expect(sent.map(({ name }) => name).sort()).toEqual([
    'rewards.mine',
    'rewards.mine',
    'rewards.next',
    'rewards.next',
  ]);
});
