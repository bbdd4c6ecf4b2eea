import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CarouselItem } from '@vitrine/contract/carousels';
import { favorites, messages, type Favorite, type Kind } from '@vitrine/contract/favorites';
import { home, type Home } from '@vitrine/contract/home';
import type { Card } from '../../kit/cards/card.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { address, call } from '../../platform/api.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { useViewer } from '../../platform/site-context.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

const { list, add, remove } = favorites;
const homeKey = keyOfAddress(address(home.show, {}));
const listKey = keyOfAddress(address(list, {}));

/** The viewer's favourites. A locked one stays in the list. */
export const useFavorites = () => useContractQuery(list, {});

/** Adds or removes a favourite. Optimistic, rolled back if the request fails. */
export function useFavoriteToggle() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const viewer = useViewer();
  const { mutate } = useMutation({
    mutationFn: ({ card: { kind, id }, on }: Change) =>
      call(on ? add : remove, { params: { kind, id } }),
    // Requests run one after the other, so the last of several quick presses wins.
    scope: { id: 'favorites' },
    async onMutate({ card, on }) {
      await client.cancelQueries({ queryKey: homeKey });
      mark(card, on);
    },
    onError(error, { card, on }) {
      mark(card, !on);
      toast.error(error.message || t(messages.failed));
    },
    onSettled() {
      if (client.isMutating() === 1) return refresh(client, [list, home.show]);
    },
  });

  function mark(card: Card, on: boolean) {
    client.setQueryData<{ data: Home }>(
      homeKey,
      (answer) => answer && markFavorite(answer, card, on),
    );
    client.setQueryData<Favorite[]>(listKey, (favorites) =>
      on ? favorites : favorites?.filter(({ kind, id }) => kind !== card.kind || id !== card.id),
    );
  }

  /** Visitors have no list. */
  return viewer ? (card: Card) => (on: boolean) => mutate({ card, on }) : () => undefined;
}

/** Whether a single thing is on the viewer's list, with the last press applied. */
export function useFavorite(kind: Kind, id: number) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const things = useFavorites();
  const change = useMutation({
    mutationFn: (on: boolean) => call(on ? add : remove, { params: { kind, id } }),
    scope: { id: 'favorites' },
    onError: (error) => toast.error(error.message || t(messages.failed)),
    // The optimistic state stays until the list was fetched again.
    onSettled: () => refresh(client, [list, home.show]),
  });
  const withFavorite =
    things.data?.some((favorite) => favorite.kind === kind && favorite.id === id) ?? false;
  return { on: change.isPending ? change.variables : withFavorite, change: change.mutate };
}

interface Change {
  card: Card;
  on: boolean;
}

/** Marks the thing everywhere on the home page. */
function markFavorite(
  { data }: { data: Home },
  { kind, id }: Card,
  favorite: boolean,
): { data: Home } {
  const part = kind === 'lesson' ? 'class' : kind;
  const mark = (item: CarouselItem) =>
    item[part] && item.id === id ? { ...item, favorite } : item;
  return {
    data: {
      ...data,
      courses: data.courses.map(mark),
      carousels: data.carousels.map((row) => ({
        ...row,
        carousel_item: row.carousel_item.map(mark),
      })),
    },
  };
}
