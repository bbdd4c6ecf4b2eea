import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useLayoutEffect, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Key } from '../../ui/key.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface SearchHeadProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  /** Ids of the lists that the field's arrow keys choose in. */
  lists: string[];
  activeId: string | undefined;
  expanded: boolean;
  onWrite: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Opens the page of all results (C section 2). */
  onSearch: () => void;
  /** The filters, below the field. */
  children: ReactNode;
}

/** The field of the search overlay, with its filters and the close button. */
export function SearchHead({ field, text, lists, activeId, children, ...props }: SearchHeadProps) {
  const { t } = useTranslation();
  // Base UI focuses it a frame later: what is typed until then would be lost, and a phone would open
  // no keyboard.
  useLayoutEffect(() => field.current?.focus(), [field]);
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_auto] border-b border-line">
      <div className="flex items-center gap-3 pl-5 sm:gap-4 sm:pl-6">
        <button
          type="button"
          aria-label={t('Buscar')}
          onClick={props.onSearch}
          className="touch-target shrink-0 rounded-control text-text-2 hover:text-text"
        >
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label={t('Buscar')}
          aria-expanded={props.expanded}
          aria-controls={lists.join(' ') || undefined}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={t('Buscar...')}
          maxLength={200}
          value={text}
          onChange={({ target }) => props.onWrite(target.value)}
          onKeyDown={props.onKeyDown}
          className="h-16 min-w-0 flex-1 bg-transparent text-18 text-text outline-none sm:h-19 [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      {/* After the field, so that Tab goes from it to the filters. */}
      {children}
      <div className="col-start-2 row-start-1 flex items-center gap-4 pr-5 pl-3 sm:pr-6">
        {text && (
          <button
            type="button"
            onClick={() => {
              props.onWrite('');
              field.current?.focus();
            }}
            className="min-h-11 text-14 text-text-2 hover:text-text"
          >
            {t('Limpar')}
          </button>
        )}
        <Base.Close className="grid min-h-11 place-items-center text-14 text-text-2 hover:text-text">
          <Key className="hidden sm:pointer-fine:grid">Esc</Key>
          <span className="sm:pointer-fine:sr-only">{t('Fechar')}</span>
        </Base.Close>
      </div>
    </div>
  );
}
