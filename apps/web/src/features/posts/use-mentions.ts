import { useId, useState } from 'react';
import { matchesSearch } from '../../ui/search-match.ts';
import { usePeople } from './posts.queries.ts';
import type { Chosen, TypedName } from './written-text.ts';

/**
 * The list of people to mention, while somebody types a name after `@`. The field keeps the focus
 * and passes its keys.
 */
export function useMentions(
  channelId: number,
  onChoose: (person: Chosen, typed: TypedName) => void,
) {
  const id = useId();
  const [typed, setTyped] = useState<TypedName | null>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const q = typed?.q.trim() ?? null;
  const { data = [], isPlaceholderData } = usePeople(channelId, q);
  // People of a shorter name stay until the answer, but Enter must not choose one who does not match.
  const people = isPlaceholderData ? data.filter(({ name }) => matchesSearch(name, q ?? '')) : data;
  // Further typing may have shortened the list.
  const at = Math.min(activeIndex, Math.max(0, people.length - 1));
  const isOpen = typed !== null && people.length > 0;

  const close = () => setTyped(null);

  function choose({ id: personId, name }: Chosen) {
    if (!typed) return;
    onChoose({ id: personId, name }, typed);
    close();
  }

  return {
    /** Props of the list. Null while it is closed. */
    list: isOpen ? { id, people, at, onChoose: choose } : null,
    /** Ids for the field's `aria-controls` and `aria-activedescendant`. */
    listId: isOpen ? id : undefined,
    activeId: isOpen ? `${id}-${at}` : undefined,
    /** Call it after each change of the text or the caret. */
    update(next: TypedName | null) {
      setTyped(next);
      setActiveIndex(0);
    },
    close,
    /** Uses a key that the list understands, and then keeps it from everything else. */
    onKeyDown(event: Pick<KeyboardEvent, 'key' | 'preventDefault' | 'stopPropagation'>): boolean {
      if (!isOpen) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setActiveIndex((at + step + people.length) % people.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(people[at]!);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
