import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIdInPlace } from '../../kit/preview/edit-place.ts';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface OfCommunityProps {
  /** The panel's title, where there is no community. */
  title: string;
  /** Renders the panel of a community. */
  children: (id: number) => ReactNode;
}

/** The panel of the community that the address names: `?editar=comunidade/canais/5`. */
export function OfCommunity({ title, children }: OfCommunityProps) {
  const { t } = useTranslation();
  const id = useIdInPlace(2);
  if (id !== null) return children(id);
  return (
    <DrawerPanel title={title}>
      <EmptyState icon={<Users />} title={t('Esta comunidade não existe')} />
    </DrawerPanel>
  );
}
