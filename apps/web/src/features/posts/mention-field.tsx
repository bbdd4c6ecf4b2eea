import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import { isComposing } from '../../ui/composing.ts';
import { cx } from '../../ui/cx.ts';
import { GrowingArea } from '../../ui/growing-area.tsx';
import { MentionList } from './mention-list.tsx';
import { useMentions } from './use-mentions.ts';
import { mentionAt, type Chosen, type TypedName } from './written-text.ts';

interface MentionFieldProps {
  channelId: number;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Somebody was picked from the list: the text that names them. */
  onChoose: (text: string, person: Chosen) => void;
  onSubmit?: () => void;
  onEscape?: () => void;
  readOnly?: boolean;
  className?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A growing text field. `@` lists the members to mention. */
export function MentionField(props: MentionFieldProps) {
  const { channelId, label, value, onChange, onChoose, onSubmit, onEscape } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(props.ref, () => area.current!);
  const mentions = useMentions(channelId, choose);

  function choose(person: Chosen, { from, q }: TypedName) {
    onChoose(`${value.slice(0, from)}@${person.name} ${value.slice(from + 1 + q.length)}`, person);
    const caret = from + person.name.length + 2;
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  }

  const updateMentions = ({ selectionStart, value: text }: HTMLTextAreaElement) =>
    mentions.update(mentionAt(text, selectionStart));

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
    if (event.key === 'Escape') onEscape?.();
  }

  return (
    <div className="relative min-w-0 flex-1">
      <GrowingArea
        ref={area}
        aria-label={label}
        aria-haspopup="listbox"
        aria-controls={mentions.listId}
        aria-activedescendant={mentions.activeId}
        aria-autocomplete="list"
        placeholder={label}
        value={value}
        readOnly={props.readOnly}
        className={cx('post-field quiet-scroll', props.className)}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          updateMentions(currentTarget);
        }}
        onClick={({ currentTarget }) => updateMentions(currentTarget)}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
      {mentions.list && <MentionList {...mentions.list} />}
    </div>
  );
}
