import { pages } from '@vitrine/contract/pages';
import { CircleHelp } from 'lucide-react';
import { useLeave } from '../kit/forms/leave-guard.tsx';
import { useEditPlace } from '../kit/preview/edit-place.ts';
import { EntryRow } from '../kit/preview/entry-row.tsx';
import { outline } from '../kit/preview/outline.ts';
import type { PanelSource, Section } from '../kit/preview/section.ts';
import { buttonClass } from '../ui/button.tsx';
import { DrawerFooter, DrawerPanel, ListSkeleton } from '../ui/drawer-panel.tsx';
import type { DrawerLayer } from '../ui/drawer-stack.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { toast } from '../ui/toast.ts';
import { useTranslation } from '../ui/translation.ts';
import { ViewAsStudent } from './preview/edit-toolbar.tsx';
import { ErrorBoundary, LoadError } from './route-states.tsx';
import { sections } from './sections.ts';

const helpCentre = pages.help.path;

/** Edit mode (A section 2): the drawer over the live page. The URL holds its stack of panels. */
export function EditDrawer() {
  const { t } = useTranslation();
  const drawer = useEditPlace();
  const leave = useLeave();
  const section = sections.find(({ id, panel }) => panel && id === drawer.path[0]);
  // Also works from a URL that names no known section.
  const enter = (id: string) => drawer.goTo([id]);
  const layers: DrawerLayer[] = [{ id: 'root', element: <Root onEnter={enter} /> }];
  if (section?.panel) layers.push(layerOf(section.id, section.panel, t(section.label)));
  const entry = drawer.path[1] ?? '';
  const inner = section?.entries?.[entry];
  if (section && inner) layers.push(layerOf(`${section.id}/${entry}`, inner.load, t(inner.title)));
  return (
    <Drawer
      open={drawer.open}
      label={t('Modo edição')}
      layers={layers}
      onBack={() => leave(drawer.up)}
      onClose={() => leave(drawer.close)}
    />
  );
}

const layerOf = (id: string, load: PanelSource, title: string): DrawerLayer => ({
  id,
  element: (
    <ErrorBoundary pathname={id} fallback={(error) => <PanelError title={title} error={error} />}>
      <LatePart
        load={load}
        fallback={<PanelSkeleton title={title} />}
        renderError={(error, retry) => <PanelError title={title} error={error} onRetry={retry} />}
      >
        {(Panel) => <Panel />}
      </LatePart>
    </ErrorBoundary>
  ),
});

function PanelSkeleton({ title }: { title: string }) {
  return (
    <DrawerPanel title={title}>
      <ListSkeleton described />
    </DrawerPanel>
  );
}

interface PanelErrorProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** Page and drawer stay, with the way back. */
function PanelError({ title, error, onRetry }: PanelErrorProps) {
  const { t } = useTranslation();
  return (
    <DrawerPanel title={title}>
      <LoadError
        error={error}
        onRetry={onRetry}
        title={t('Este painel não carregou')}
        offlineText={t('Você está sem conexão. O painel abre assim que ela voltar.')}
      />
    </DrawerPanel>
  );
}

function Root({ onEnter }: { onEnter: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <DrawerPanel
      title={t('Você está no modo edição')}
      description={t('O que você muda aqui aparece na hora no site.')}
      footer={
        <DrawerFooter>
          <span className="max-md:hidden">{t('Escolha o que editar')}</span>
          <div className="-ml-3 md:hidden">
            <ViewAsStudent />
          </div>
          <a
            href={helpCentre}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('ghost', 'sm')}
          >
            <CircleHelp size={16} strokeWidth={2} aria-hidden="true" />
            {t('Ajuda')}
          </a>
        </DrawerFooter>
      }
      flush
    >
      <ul className="px-3">
        {sections.map((section) => (
          <li key={section.id}>
            <Row section={section} onEnter={onEnter} />
          </li>
        ))}
      </ul>
    </DrawerPanel>
  );
}

interface RowProps {
  section: Section;
  onEnter: (id: string) => void;
}

const noSummary = () => undefined;

function Row({ section, onEnter }: RowProps) {
  const { t } = useTranslation();
  const { id, label, icon, panel, useSummary = noSummary } = section;
  const summary = useSummary();
  const isUnavailable = !panel;
  return (
    <EntryRow
      icon={icon}
      label={t(label)}
      hint={summary}
      isUnavailable={isUnavailable}
      onClick={() => (isUnavailable ? toast.info(t('Em breve!')) : onEnter(id))}
      onPointerEnter={() => outline(id, { name: t(label) })}
      onPointerLeave={() => outline(null)}
      onFocus={() => outline(id, { name: t(label) })}
      onBlur={() => outline(null)}
    />
  );
}
