import { useRef, type Ref } from 'react';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';

interface NumberedTextProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Lines that are marked, counted from 1. */
  marked: ReadonlySet<number>;
  ref: Ref<HTMLTextAreaElement>;
}

/** Plain text with the number of each line beside it. Lines do not wrap, so that numbers stay true. */
export function NumberedText({
  label,
  placeholder,
  value,
  onChange,
  marked,
  ref,
}: NumberedTextProps) {
  const gutter = useRef<HTMLDivElement>(null);
  const lines = value.split('\n').length;
  return (
    <Field label={label}>
      {(wiring) => (
        <div className={cx(controlClass, 'flex h-96! overflow-hidden p-0! max-md:h-64!')}>
          <div
            ref={gutter}
            aria-hidden="true"
            className="shrink-0 overflow-hidden border-r border-line py-2.5 text-right font-mono leading-6 text-text-3 select-none"
          >
            {Array.from({ length: lines }, (_, index) => (
              <span
                key={index}
                className={cx(
                  'block min-w-10 px-2',
                  marked.has(index + 1) && 'bg-warn/15 font-semibold text-warn',
                )}
              >
                {index + 1}
              </span>
            ))}
            {/* As high as the bar that scrolls the text sideways. */}
            <span className="block h-4" />
          </div>
          <textarea
            {...wiring}
            ref={ref}
            wrap="off"
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onScroll={({ currentTarget }) => {
              if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
            }}
            className="quiet-scroll min-w-0 flex-1 resize-none bg-transparent px-3 py-2.5 font-mono leading-6 outline-none"
          />
        </div>
      )}
    </Field>
  );
}
