import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Key } from '../ui/key.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { useTranslation } from '../ui/translation.ts';
import { SearchLoading } from './search-loading.tsx';

const loadSearch = async () => ({ default: (await import('./site-search.tsx')).SiteSearch });

/**
 * Opens the search over the page. The key `/` does too, unless the viewer is typing. On wide
 * screens, `field` looks like a text field. `management` is that of the management area. `bare` is
 * for the header of a site with a sidebar.
 */
export function SearchButton({ field }: { field?: 'management' | 'bare' }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  /** The text that the viewer types while the code loads. */
  const [text, setText] = useState('');
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const writes =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]');
      if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      opener.current = document.activeElement;
      setOpen('open');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const button = {
    'aria-haspopup': 'dialog',
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      opener.current = currentTarget;
      setOpen('open');
    },
  } as const;
  function close() {
    setOpen('closed');
    setText('');
  }
  /** Closes a search whose code does not load. The text stays for the next press. */
  function leaveLoading() {
    setOpen('never');
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }
  const icon = <Search size={20} strokeWidth={1.75} aria-hidden="true" />;
  return (
    <>
      <IconButton
        {...button}
        label={t('Buscar')}
        className={cx(
          'text-text!',
          field === 'management' && 'lg:hidden',
          field === 'bare' && 'xl:hidden',
        )}
      >
        {icon}
      </IconButton>
      {field === 'bare' && (
        <button
          type="button"
          {...button}
          aria-label={t('Buscar')}
          className="mr-auto hidden h-11 w-80 items-center gap-3 rounded-control text-16 text-text hover:text-text in-data-[ground=light]:text-text-2 xl:flex"
        >
          {icon}
          {t('Buscar...')}
        </button>
      )}
      {field === 'management' && (
        <button type="button" {...button} className="management-search">
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="truncate">{t('Buscar aula, pessoa ou ajuste')}</span>
          <Key className="ml-auto">/</Key>
        </button>
      )}
      {open !== 'never' && (
        <LatePart
          load={loadSearch}
          onFail={leaveLoading}
          fallback={
            open === 'open' && (
              <SearchLoading
                text={text}
                onWrite={setText}
                onClose={() => {
                  setText('');
                  leaveLoading();
                }}
              />
            )
          }
        >
          {(SiteSearch) => (
            <SiteSearch open={open === 'open'} startText={text} opener={opener} onClose={close} />
          )}
        </LatePart>
      )}
    </>
  );
}
