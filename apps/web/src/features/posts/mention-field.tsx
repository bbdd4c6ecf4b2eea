import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useImperativeHandle } from 'react';
import { cx } from '../../ui/cx.ts';
import { MentionList } from './mention-list.tsx';
import { usePeople } from './posts.queries.ts';
import { mentionAt, type Chosen } from './written-text.ts';

interface MentionFieldProps {
  channelId: number;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Somebody was picked from the list: the text that names them. */
  onChoose: (text: string, person: Chosen) => void;
  onSubmit?: () => void;
  onEscape?: () => void;
  className?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A growing text field. `@` lists the members to mention. */
export function MentionField(props: MentionFieldProps) {
  const { channelId, label, value, onChange, onChoose, onSubmit, onEscape } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(props.ref, () => area.current!);
  const [typed, setTyped] = useState<{ from: number; q: string } | null>(null);
  const [chosenAt, setChosenAt] = useState(0);
  const people = usePeople(channelId, typed?.q.trim() ?? null).data ?? [];
  // Further typing may have shortened the list.
  const at = Math.min(chosenAt, Math.max(0, people.length - 1));
  const listed = typed !== null && people.length > 0;

  function look() {
    const { selectionStart, value: text } = area.current!;
    setTyped(mentionAt(text, selectionStart));
    setChosenAt(0);
  }

  function choose(person: Chosen) {
    const { from, q } = typed!;
    const next = `${value.slice(0, from)}@${person.name} ${value.slice(from + 1 + q.length)}`;
    onChoose(next, { id: person.id, name: person.name });
    setTyped(null);
    const caret = from + person.name.length + 2;
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (listed) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        return setChosenAt((at + step + people.length) % people.length);
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        return choose(people[at]!);
      }
      if (event.key === 'Escape') {
        event.stopPropagation();
        return setTyped(null);
      }
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
    if (event.key === 'Escape') onEscape?.();
  }

  return (
    <div className="relative min-w-0 flex-1">
      <textarea
        ref={area}
        rows={1}
        aria-label={label}
        aria-haspopup="listbox"
        aria-controls={listed ? id : undefined}
        aria-activedescendant={listed ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={label}
        value={value}
        className={cx('post-field quiet-scroll', props.className)}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          look();
        }}
        onClick={look}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      {listed && <MentionList id={id} people={people} at={at} onChoose={choose} />}
    </div>
  );
}
