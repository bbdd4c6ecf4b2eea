import { ArrowDown, ArrowUp, CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';

/** A key of the keyboard. */
export function Key({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      aria-hidden="true"
      className={cx(
        'grid h-6 min-w-6 place-items-center rounded-[6px] px-1.5 font-sans text-12 text-text-2 ring-1 ring-line-2 ring-inset',
        className,
      )}
    >
      {children}
    </kbd>
  );
}

/** Which keys the search knows. A touch screen has none. */
export function SearchKeys() {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-5 text-13 text-text-2 max-sm:hidden pointer-coarse:hidden">
      <span className="flex items-center gap-1.5">
        <Key>
          <ArrowUp size={14} strokeWidth={2} />
        </Key>
        <Key>
          <ArrowDown size={14} strokeWidth={2} />
        </Key>
        {t('andar')}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>
          <CornerDownLeft size={14} strokeWidth={2} />
        </Key>
        {t('abrir')}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>Tab</Key>
        {t('filtrar')}
      </span>
      <span className="flex items-center gap-1.5 max-md:hidden">
        <Key>/</Key>
        {t('buscar de qualquer página')}
      </span>
    </p>
  );
}
