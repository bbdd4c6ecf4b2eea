import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CarouselItem } from '@vitrine/contract/carousels';
import { favorites, messages, type Favorite, type Kind } from '@vitrine/contract/favorites';
import { home, type Home } from '@vitrine/contract/home';
import type { Card } from '../../kit/cards/card.ts';
import { changeCached } from '../../kit/queries/change-cached.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { contractKey, useContractQuery } from '../../kit/queries/contract-query.ts';
import { call } from '../../platform/api.ts';
import { useViewer } from '../../platform/site-context.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

const { list, add, remove } = favorites;
const homeKey = contractKey(home.show, {});
const listKey = contractKey(list, {});

/** Presses of hearts. They are sent one after the other, so that the last of several wins. */
const presses = { mutationKey: ['favorites'], scope: { id: 'favorites' } };

/** The viewer's favourites. A locked one stays in the list. */
export const useFavorites = () => useContractQuery(list, {});

/** Adds or removes a favourite. Optimistic, rolled back if the request fails. */
export function useFavoriteToggle() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const viewer = useViewer();
  const { mutate } = useMutation({
    ...presses,
    mutationFn: ({ card: { kind, id }, on }: Change) =>
      call(on ? add : remove, { params: { kind, id } }),
    async onMutate({ card, on }) {
      await client.cancelQueries({ queryKey: homeKey });
      await client.cancelQueries({ queryKey: listKey });
      const favorites = client.getQueryData(listKey) ?? [];
      const at = favorites.findIndex(isOf(card));
      mark(card, on);
      return { at, favorite: favorites[at] };
    },
    onError(error, { card, on }, before) {
      mark(card, !on);
      if (before?.favorite && !on) putBack(before.favorite, before.at);
      toast.error(error.message || t(messages.failed));
    },
    onSettled() {
      // An answer between two presses would briefly undo the second one.
      if (client.isMutating({ mutationKey: presses.mutationKey }) === 1)
        void refresh(client, [list, home.show]);
    },
  });

  function mark(card: Card, on: boolean) {
    changeCached(client, { queryKey: homeKey }, (answer) => markFavorite(answer, card, on));
    if (on) return;
    const isCard = isOf(card);
    changeCached(client, { queryKey: listKey }, (favorites) =>
      favorites.filter((one) => !isCard(one)),
    );
  }

  function putBack(favorite: Favorite, at: number) {
    changeCached(client, { queryKey: listKey }, (favorites) =>
      favorites.some(isOf(favorite)) ? favorites : favorites.toSpliced(at, 0, favorite),
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
    ...presses,
    mutationFn: (on: boolean) => call(on ? add : remove, { params: { kind, id } }),
    onError(error) {
      toast.error(error.message || t(messages.failed));
      // The server may have saved it: only its answer was lost.
      void refresh(client, [list, home.show]);
    },
    // The optimistic state stays until the list was fetched again.
    onSuccess: () => refresh(client, [list, home.show]),
  });
  const withFavorite = things.data?.some(isOf({ kind, id })) ?? false;
  return { on: change.isPending ? change.variables : withFavorite, change: change.mutate };
}

interface Change {
  card: Card;
  on: boolean;
}

/** Whether a favourite is this thing. */
const isOf = (thing: { kind: Kind; id: number }) => (favorite: Favorite) =>
  favorite.kind === thing.kind && favorite.id === thing.id;

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
