import { pages } from '@vitrine/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';
import { Ledger } from './ledger.tsx';

/** De onde vieram meus pontos. */
export default function MyPointsPage() {
  const { t } = useTranslation();
  return (
    <div className="px-5 pt-18 pb-16 md:px-10 md:pt-28">
      <div className="mx-auto max-w-280">
        <Link
          to={pages.profile.path}
          className="inline-flex min-h-6 items-center gap-2 text-14 text-text-2 hover:text-text"
        >
          <ArrowLeft size={16} strokeWidth={2} aria-hidden="true" />
          {t('Meu perfil')}
        </Link>
        <h1 className="site-title mt-2 mb-8 text-28 md:text-36">
          {t('De onde vieram meus pontos')}
        </h1>
        <Ledger memberId={null} />
      </div>
    </div>
  );
}
