import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { ownId, pageAt } from '@vitrine/contract/pages';
import { useContractQuery } from '../queries/contract-query.ts';

/**
 * Says that a link leads to a removed course or community of this school (behaviour 33), or to a
 * community that students may not enter yet. Null for any other link, and while the answer is
 * unknown. The caller translates it.
 */
export function useMissingPlace(url: string | null) {
  const place = url?.startsWith('/') ? pageAt(url.replace(/[?#].*/s, '')) : null;
  const isCourse = place?.name === 'course';
  const isCommunity = place?.name === 'community';
  const courses = useContractQuery(catalog.coursesToPick, {}, { enabled: isCourse });
  const index = useContractQuery(communities.index, {}, { enabled: isCommunity });
  const isGone = (all: readonly { id: number }[] | undefined) =>
    place && all && !all.some(({ id }) => id === ownId(place));
  if (isCourse && isGone(courses.data)) return 'O curso deste link não existe mais';
  if (isCommunity && isGone(index.data)) return 'A comunidade deste link não existe mais';
  const found = place && index.data?.find(({ id }) => id === ownId(place));
  return isCommunity && found && !found.active ? 'A comunidade deste link está inativa' : null;
}
