import type { MentionedPerson } from '@vitrine/contract/posts';
import { useEffect, useRef, type SyntheticEvent } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface MentionListProps {
  id: string;
  people: MentionedPerson[];
  /** The option that Enter chooses. */
  at: number;
  onChoose: (person: MentionedPerson) => void;
}

const keepFocus = (event: SyntheticEvent) => event.preventDefault();

/** The people whom a text may name, while the name is typed. The field keeps the focus. */
export function MentionList({ id, people, at, onChoose }: MentionListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  // At the end of the screen, the list must not open below it.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('Pessoas')} className="mention-list">
      {people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className="mention-option"
          onPointerDown={keepFocus}
          onMouseDown={keepFocus}
          // Chooses on release. A list that closed on press would pass the touch to the element
          // below.
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.name} src={person.photo_url} size={28} />
          <span className="min-w-0 flex-1 truncate">{person.name}</span>
          {person.staff && <Badge>{t('Equipe')}</Badge>}
        </div>
      ))}
    </div>
  );
}
