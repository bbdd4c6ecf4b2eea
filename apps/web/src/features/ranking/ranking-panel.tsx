import { messages } from '@vitrine/contract/ranking';
import { useState } from 'react';
import { Link } from 'react-router';
import { SwitchSetting } from '../../kit/forms/switch-setting.tsx';
import { useSeasons } from '../../kit/points/seasons.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DrawerPanel, SwitchSkeleton } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useFirstCommunity, useResetRanking, useToggleRanking } from './ranking.queries.ts';

/** Ranking (B section 2): a switch that saves at once, and the button to reset all scores. */
export default function RankingPanel() {
  const { t } = useTranslation();
  const first = useFirstCommunity();
  const toggle = useToggleRanking();
  return (
    <DrawerPanel title={t('Ranking')} description={t('Mostrar, esconder ou recomeçar.')}>
      {first.isPending && (
        <PanelSection title={t('Configurações')}>
          <SwitchSkeleton />
        </PanelSection>
      )}
      {first.isLoadingError && <QueryError query={first} title={t('O ranking não carregou')} />}
      {first.data && (
        <div className={panelSections}>
          <PanelSection title={t('Configurações')}>
            {first.data.data ? (
              <SwitchSetting
                label={t('Exibir painel do ranking')}
                value={Boolean(first.data.data.show_ranking)}
                save={(on) => toggle.mutateAsync({ params: { status: on } })}
                failure={messages.failed}
              />
            ) : (
              <SwitchField
                label={t('Exibir painel do ranking')}
                hint={
                  <>
                    {t('O ranking precisa de uma comunidade.')}{' '}
                    <Link to="?editar=comunidade/nova" className="text-accent underline">
                      {t('Criar a primeira')}
                    </Link>
                  </>
                }
                checked={false}
                inactive
                onCheckedChange={() => {}}
              />
            )}
            <Reset />
          </PanelSection>
        </div>
      )}
    </DrawerPanel>
  );
}

/** Names the consequences, asks twice, and closes whatever the outcome (B section 4). */
function Reset() {
  const { t } = useTranslation();
  const seasons = useSeasons();
  const reset = useResetRanking();
  const [step, setStep] = useState<'first' | 'second' | null>(null);
  const running = seasons.data?.find(({ ended_at }) => ended_at === null);
  const close = () => setStep(null);

  /** Refetches the counts of the consequences. */
  function ask() {
    setStep('first');
    void seasons.refetch();
  }

  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="mb-3 text-13 text-text-2">
        {t('Todos voltam a zero. O histórico fica guardado como temporada passada.')}
      </p>
      <Button wide variant="danger" onClick={ask}>
        {t('Limpar pontuação geral')}
      </Button>
      <ConfirmDialog
        open={step === 'first'}
        onClose={close}
        title={t('Deseja Continuar?')}
        text={
          seasons.isError || !seasons.data
            ? t('Todas as pessoas no ranking voltam a zero.')
            : t(
                'Ninguém está no ranking.|{{count}} pessoa no ranking volta a zero.|{{count}} pessoas no ranking voltam a zero.',
                { count: running?.members ?? 0 },
              )
        }
        confirmLabel={t('Continuar')}
        danger
        // The first dialog closes after its answer, and would close the second one too.
        onConfirm={() => setTimeout(() => setStep('second'))}
      />
      <ConfirmDialog
        open={step === 'second'}
        onClose={close}
        title={t('Limpar mesmo?')}
        text={t('O que já pontuou não pontua de novo. Não dá para desfazer.')}
        confirmLabel={t('Sim, limpar tudo')}
        danger
        onConfirm={() => reset.mutateAsync({}).catch(() => {})}
      />
    </div>
  );
}
