import { ChevronRight, SlidersHorizontal, TextInitial, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
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
          <Entry
            name="ajustes"
            icon={SlidersHorizontal}
            label={t('Ajustes gerais')}
            hint={t('Template da aula e comentários')}
          />
        </li>
        <li>
          <Entry
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

interface EntryProps {
  /** Its name in the URL. */
  name: string;
  icon: LucideIcon;
  label: string;
  hint: string;
}

function Entry({ name, icon: Icon, label, hint }: EntryProps) {
  const place = useEditPlace();
  return (
    <button
      type="button"
      className="group flex min-h-15 w-full items-center gap-3 rounded-card px-3 py-2 text-left transition-colors hover:bg-hover focus-visible:bg-hover"
      onClick={() => place.enter(name)}
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-2 text-text-2 group-hover:text-accent">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-medium text-text">{label}</span>
        <span className="block truncate text-13 text-text-3">{hint}</span>
      </span>
      <ChevronRight size={16} strokeWidth={2} className="text-text-3" aria-hidden="true" />
    </button>
  );
}
