import { pages } from '@vitrine/contract/pages';
import { BackLink } from '../../kit/page/back-link.tsx';
import { SitePage } from '../../kit/page/site-page.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Ledger } from './ledger.tsx';

/** De onde vieram meus pontos. */
export default function MyPointsPage() {
  const { t } = useTranslation();
  return (
    <SitePage
      width="wide"
      before={<BackLink to={pages.profile.path}>{t('Meu perfil')}</BackLink>}
      title={t('De onde vieram meus pontos')}
    >
      <div className="mt-8">
        <Ledger memberId={null} />
      </div>
    </SitePage>
  );
}
