import { useRef, type ReactNode, type Ref } from 'react';
import { cx } from '../../../../ui/cx.ts';
import { controlClass, Field } from '../../../../ui/field.tsx';

/** A faulty line with its faulty words, among the lines that could not be read because of it. */
interface LineMark {
  line: number;
  word?: string;
  from: number;
  to: number;
}

interface NumberedTextProps {
  label: string;
  /** Stands beside the label. */
  action?: ReactNode;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  marks: readonly LineMark[];
  ref: Ref<HTMLTextAreaElement>;
}

/** The height of a line: `leading-6`. */
const LINE_PX = 24;

/** Plain text with the number of each line beside it. Lines do not wrap, so that numbers stay true. */
export function NumberedText({
  label,
  action,
  placeholder,
  value,
  onChange,
  marks,
  ref,
}: NumberedTextProps) {
  const gutter = useRef<HTMLDivElement>(null);
  const underlay = useRef<HTMLDivElement>(null);
  const lines = value.split('\n');
  const marked = new Set(marks.map(({ line }) => line));
  const unread = new Set(
    marks.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  return (
    <Field label={label} aside={action} className="flex h-full min-h-0 flex-col">
      {(wiring) => (
        <div
          className={cx(
            controlClass,
            'flex h-auto! min-h-64 flex-1 overflow-hidden p-0! max-md:h-64! max-md:flex-none',
          )}
        >
          <div
            ref={gutter}
            aria-hidden="true"
            className="shrink-0 overflow-hidden border-r border-line py-2.5 text-right font-mono leading-6 text-text-3 select-none"
          >
            {lines.map((_, index) => (
              <span
                key={index}
                className={cx(
                  'block min-w-10 border-l-2 px-2',
                  unread.has(index + 1) ? 'border-warn text-warn' : 'border-transparent',
                  marked.has(index + 1) && 'bg-warn/15 font-semibold',
                )}
              >
                {index + 1}
              </span>
            ))}
            {/* As high as the bar that scrolls the text sideways. */}
            <span className="block h-4" />
          </div>
          <div className="relative min-w-0 flex-1 overflow-hidden">
            <div ref={underlay} aria-hidden="true" className="absolute inset-x-0 top-2.5">
              {marks.map(({ line, word }) => (
                <MarkedLine key={line} line={line} text={lines[line - 1] ?? ''} word={word} />
              ))}
            </div>
            <textarea
              {...wiring}
              ref={ref}
              wrap="off"
              spellCheck={false}
              placeholder={placeholder}
              value={value}
              onChange={({ target }) => onChange(target.value)}
              onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
                if (gutter.current) gutter.current.scrollTop = scrollTop;
                if (underlay.current) {
                  underlay.current.style.transform = `translateY(${-scrollTop}px)`;
                  underlay.current.style.setProperty('--scrolled', `${-scrollLeft}px`);
                }
              }}
              className="quiet-scroll relative size-full resize-none bg-transparent px-3 py-2.5 font-mono leading-6 outline-none"
            />
          </div>
        </div>
      )}
    </Field>
  );
}

/** A band behind a line, and a wavy line under the faulty words. */
function MarkedLine({
  line,
  text,
  word,
}: Pick<LineMark, 'line'> & { text: string; word: string | undefined }) {
  const at = word ? text.lastIndexOf(word) : -1;
  return (
    <div
      className="absolute inset-x-0 h-6 bg-warn/15 font-mono leading-6"
      style={{ top: (line - 1) * LINE_PX }}
    >
      {at >= 0 && (
        <span className="block translate-x-(--scrolled,0) px-3 whitespace-pre text-transparent">
          {text.slice(0, at)}
          <span className="underline decoration-warn decoration-wavy underline-offset-4">
            {word}
          </span>
        </span>
      )}
    </div>
  );
}
