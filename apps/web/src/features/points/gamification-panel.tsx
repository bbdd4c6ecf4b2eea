import { ChartNoAxesColumn, Gift, Medal, Sparkles } from 'lucide-react';
import { PanelEntry } from '../../kit/preview/panel-entry.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The panel Gamificação (B 2): its entries, which lead to a panel each. */
export default function GamificationPanel() {
  const { t } = useTranslation();
  return (
    <DrawerPanel
      title={t('Gamificação')}
      description={t('Como os alunos são reconhecidos pelo que fazem.')}
    >
      <ul className="-mx-3">
        <li>
          <PanelEntry
            name="recompensa"
            icon={Gift}
            label={t('Recompensa')}
            hint={t('O que seus alunos ganham, e por quê.')}
          />
        </li>
        <li>
          <PanelEntry
            name="niveis"
            icon={Medal}
            label={t('Níveis')}
            hint={t('Nomes para quem chega a uma pontuação')}
          />
        </li>
        <li>
          <PanelEntry
            name="pontuacao"
            icon={Sparkles}
            label={t('Pontuação')}
            hint={t('Quanto vale cada ação')}
          />
        </li>
        <li>
          <PanelEntry
            name="ranking"
            icon={ChartNoAxesColumn}
            label={t('Ranking')}
            hint={t('Mostrar, esconder ou recomeçar')}
          />
        </li>
      </ul>
    </DrawerPanel>
  );
}
