import { SlidersHorizontal, TextInitial } from 'lucide-react';
import { PanelEntries } from '../../kit/preview/panel-entries.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The panel Página de aula (B section 2): two entries, which lead to a panel each. */
export default function LessonPagePanel() {
  const { t } = useTranslation();
  return (
    <DrawerPanel
      title={t('Página de aula')}
      description={t('O que os alunos veem quando abrem uma aula.')}
    >
      <PanelEntries
        entries={[
          {
            name: 'ajustes',
            icon: SlidersHorizontal,
            label: t('Ajustes gerais'),
            hint: t('Template da aula e comentários'),
          },
          {
            name: 'letreiro',
            icon: TextInitial,
            label: t('Letreiro'),
            hint: t('Uma linha que corre no alto da aula'),
          },
        ]}
      />
    </DrawerPanel>
  );
}
