import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { AnyRoute } from '@vitrine/contract/core';
import { expect, test } from 'vitest';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { serve, visit } from './school.tsx';
import type { WriteHook } from './write-hook.ts';

interface Write {
  what: string;
  use: WriteHook;
  write: AnyRoute;
  /** Queries of other pages that show the changed thing. */
  reads: AnyRoute[];
}

const ids = Object.fromEntries(
  [
    'bannerId',
    'cardType',
    'carouselId',
    'carouselType',
    'communityId',
    'id',
    'kind',
    'levelId',
    'memberId',
    'moduleId',
    'permissionId',
    'planId',
    'rewardId',
    'status',
    'term',
  ].map((name) => [name, 1]),
);
const input = { params: ids, body: {} };

/**
 * Tests that every page that was open before shows what these writes change. Answers stay fresh for
 * up to an hour. Such a page would show the old value, unless the write refreshes what it reads.
 */
export function testRefreshes(writes: Write[]) {
  test.each(writes)(
    '$what is shown by every page that was open before',
    async ({ use, write, reads }) => {
      const answer = { message: 'Feito.', data: { id: 1, completed: [] } };
      const sent = serve(
        [write, () => answer],
        ...reads.map((route): [AnyRoute, () => unknown] => [route, () => ({ data: [] })]),
      );
      const Shown = ({ route }: { route: AnyRoute }) => {
        useContractQuery(route, { params: ids } as never);
        return null;
      };
      const Page = () => {
        const { mutate } = use();
        return (
          <>
            <button onClick={() => mutate(input)}>Salvar</button>
            {reads.map((route) => (
              <Shown key={route.path} route={route} />
            ))}
          </>
        );
      };
      visit(<Page />);
      await waitFor(() => expect(sent).toHaveLength(reads.length));
      const shown = sent.map(({ name }) => name).toSorted();
      fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
      await waitFor(() => {
        const after = sent.slice(reads.length + 1).map(({ name }) => name);
        expect([...new Set(after)].toSorted()).toEqual(shown);
      });
    },
  );
}
