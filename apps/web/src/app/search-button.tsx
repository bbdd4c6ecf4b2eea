import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { Key } from '../ui/key.tsx';
import { useTranslation } from '../ui/translation.ts';

const SiteSearch = lazy(() =>
  import('./site-search.tsx').then(({ SiteSearch }) => ({ default: SiteSearch })),
);

/**
 * Opens the search over the page. The key `/` does too, unless the viewer is typing. `asField` looks
 * like the search's field on wide screens, for the management area.
 */
export function SearchButton({ asField = false }: { asField?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const writes =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]');
      if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setOpen('open');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const button = {
    'aria-haspopup': 'dialog',
    onClick: () => setOpen('open'),
  } as const;
  const icon = <Search size={20} strokeWidth={1.75} aria-hidden="true" />;
  return (
    <>
      <IconButton
        {...button}
        label={t('Buscar')}
        className={asField ? 'text-text! ml-auto lg:hidden' : 'text-text!'}
      >
        {icon}
      </IconButton>
      {asField && (
        <button type="button" {...button} className="management-search">
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="truncate">{t('Buscar aula, pessoa ou ajuste')}</span>
          <Key className="ml-auto">/</Key>
        </button>
      )}
      {open !== 'never' && (
        <Suspense>
          <SiteSearch open={open === 'open'} onClose={() => setOpen('closed')} />
        </Suspense>
      )}
    </>
  );
}
