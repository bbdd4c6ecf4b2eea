import { ChartNoAxesColumn, Gift, Medal, Sparkles } from 'lucide-react';
import { PanelEntries } from '../../kit/preview/panel-entries.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The panel Gamificação (B section 2): its entries, which lead to a panel each. */
export default function GamificationPanel() {
  const { t } = useTranslation();
  return (
    <DrawerPanel
      title={t('Gamificação')}
      description={t('Como os alunos são reconhecidos pelo que fazem.')}
    >
      <PanelEntries
        entries={[
          {
            name: 'recompensa',
            icon: Gift,
            label: t('Recompensa'),
            hint: t('O que seus alunos ganham'),
          },
          {
            name: 'niveis',
            icon: Medal,
            label: t('Níveis'),
            hint: t('Nomes para quem soma pontos'),
          },
          {
            name: 'pontuacao',
            icon: Sparkles,
            label: t('Pontuação'),
            hint: t('Quanto vale cada ação'),
          },
          {
            name: 'ranking',
            icon: ChartNoAxesColumn,
            label: t('Ranking'),
            hint: t('Mostrar, esconder ou recomeçar'),
          },
        ]}
      />
    </DrawerPanel>
  );
}
