import { Users } from 'lucide-react';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useIsAdmin } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunities } from '../communities/communities.queries.ts';
import { CommunityCards } from './community-cards.tsx';
import './posts.css';

/** Every community that the reader may know of (A section 2). */
export default function ExplorerPage() {
  const { t } = useTranslation();
  const communities = useCommunities();
  return (
    <CommunityCards communities={communities.data ?? []}>
      {communities.isPending && (
        <SkeletonFrame className="community-cards">
          {[0, 1, 2].map((index) => (
            <SkeletonBlock key={index} className="h-56 rounded-card" />
          ))}
        </SkeletonFrame>
      )}
      {communities.isLoadingError && (
        <QueryError
          className="pt-16"
          query={communities}
          title={t('As comunidades não carregaram')}
        />
      )}
      {communities.data?.length === 0 && <Nothing />}
    </CommunityCards>
  );
}

function Nothing() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const place = useEditPlace();
  return (
    <EmptyState
      className="pt-16"
      icon={<Users />}
      title={admin ? t('Você não possui comunidades criadas.') : t('Ainda não há comunidades')}
      text={
        admin
          ? t('Um lugar para seus alunos conversarem, com canais, fotos e perguntas.')
          : t('Quando a escola abrir uma, ela aparece aqui.')
      }
      action={
        admin && (
          <Button variant="primary" onClick={() => place.goTo(['comunidade', 'nova'])}>
            {t('Criar')}
          </Button>
        )
      }
    />
  );
}
