import { pages } from '@vitrine/contract/pages';
import { FileLock } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Links to the page of the viewer's data. */
export function DataSection() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="data">
      <h2 id="data" className="text-18 font-semibold text-text">
        {t('Meus dados')}
      </h2>
      <p className="mt-2 max-w-140 text-14 text-text-2">
        {t('Veja o que guardamos sobre você, baixe tudo ou apague sua conta.')}
      </p>
      <Link to={pages.myData.path} className={`${buttonClass('secondary')} mt-4`}>
        <FileLock size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('Abrir meus dados')}
      </Link>
    </section>
  );
}
