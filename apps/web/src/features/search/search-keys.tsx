import { ArrowDown, ArrowUp, CornerDownLeft } from 'lucide-react';
import { Key } from '../../ui/key.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The keys of the search. A touch screen has none. */
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
