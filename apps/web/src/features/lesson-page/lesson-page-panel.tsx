import { SlidersHorizontal, TextInitial } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { PanelEntry } from '../../kit/preview/panel-entry.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';

/** The panel Página de aula (B 2): two entries, which lead to a panel each. */
export default function LessonPagePanel() {
  const { t } = useTranslation();
  return (
    <DrawerPanel
      title={t('Página de aula')}
      description={t('O que os alunos veem quando abrem uma aula.')}
    >
      <ul className="-mx-3">
        <li>
          <PanelEntry
            name="ajustes"
            icon={SlidersHorizontal}
            label={t('Ajustes gerais')}
            hint={t('Template da aula e comentários')}
          />
        </li>
        <li>
          <PanelEntry
            name="letreiro"
            icon={TextInitial}
            label={t('Letreiro')}
            hint={t('Uma linha que corre no alto da aula')}
          />
        </li>
      </ul>
    </DrawerPanel>
  );
}
