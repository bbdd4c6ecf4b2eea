import { Search, X } from 'lucide-react';
import { useId, useRef, type KeyboardEvent } from 'react';
import { isComposing } from './composing.ts';
import { cx } from './cx.ts';
import { takeEscape } from './escape.ts';
import { controlClass } from './field.tsx';
import { FoundCount } from './found-count.tsx';
import { useSearchText } from './search-text.ts';
import { useTranslation } from './translation.ts';

/** The server searches for no longer text. */
const MAX_CHARACTERS = 200;

/**
 * A search box. `onSearch` runs `delay` ms after the last key, and at once on Enter or clear. The
 * first Esc clears the box; Esc in an empty box reaches the layer around it. A `query` that changed
 * elsewhere replaces the text. One that only repeats the last search does not, so typing goes on
 * undisturbed.
 *
 * ```tsx
 * <SearchField label={t('Buscar produto')} onSearch={setQuery} />
 * ```
 */
export function SearchField({
  label,
  placeholder = label,
  query = '',
  delay = 500,
  found,
  onSearch,
  className,
}: {
  label: string;
  /** Shorter words, where a phone has no room for the label. */
  placeholder?: string;
  /** The current search, if a URL or a filter holds it. */
  query?: string;
  /** Debounce of the search, in ms. */
  delay?: number;
  /** Its results, for screen readers. Null before there is an answer. */
  found?: { count: number; more?: boolean } | null | undefined;
  onSearch: (text: string) => void;
  className?: string;
}) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, searchNow } = useSearchText({ query, delay, onSearch });

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      searchNow(text);
    }
    if (event.key === 'Escape' && text) {
      takeEscape(event);
      searchNow('');
    }
  }

  return (
    <search aria-label={label} className={cx('relative block', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-3"
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <input
        ref={field}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={MAX_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(
          controlClass,
          'h-control pr-10 pl-10 placeholder-shown:pr-3 placeholder-shown:text-ellipsis [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {text && (
        <button
          type="button"
          aria-label={t('Limpar busca')}
          onClick={() => {
            searchNow('');
            field.current?.focus(); // the button goes with its press
          }}
          className="touch-target absolute! top-1/2 right-1.5 grid size-7 -translate-y-1/2 place-items-center rounded-control text-text-3 hover:bg-hover hover:text-text"
        >
          <X size={16} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
      {found !== undefined && (
        <FoundCount count={text && found ? found.count : null} more={found?.more} />
      )}
    </search>
  );
}
