import { pages } from '@vitrine/contract/pages';
import { Search } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../ui/translation.ts';

const focus = (field: HTMLInputElement | null) => field?.focus();

interface SearchLoadingProps {
  text: string;
  onWrite: (text: string) => void;
  onClose: () => void;
}

/**
 * The field of the search overlay while its code loads. The press itself focuses it, because a later
 * focus opens no keyboard on a phone. Enter opens the page of all results.
 */
export function SearchLoading({ text, onWrite, onClose }: SearchLoadingProps) {
  const { t } = useTranslation();
  return createPortal(
    <div className="fixed inset-0 z-dialog bg-scrim">
      <form
        action={pages.search.path}
        aria-busy="true"
        className="mx-auto flex h-dvh w-full items-start bg-surface-1 text-text-2 shadow-dialog ring-1 ring-line-2 ring-inset sm:mt-10 sm:h-auto sm:max-w-[min(62.5rem,100%-2.5rem)] sm:rounded-panel"
      >
        <div className="flex min-w-0 flex-1 items-center gap-3 border-line px-5 max-sm:border-b sm:gap-4 sm:px-6">
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
          <input
            ref={focus}
            type="search"
            name="search"
            aria-label={t('Buscar')}
            placeholder={t('Buscar...')}
            maxLength={200}
            value={text}
            onChange={({ target }) => onWrite(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
            className="h-16 min-w-0 flex-1 bg-transparent text-18 text-text outline-none sm:h-19 [&::-webkit-search-cancel-button]:hidden"
          />
          <button type="button" onClick={onClose} className="min-h-11 text-14 hover:text-text">
            {t('Fechar')}
          </button>
        </div>
      </form>
    </div>,
    document.body,
  );
}
