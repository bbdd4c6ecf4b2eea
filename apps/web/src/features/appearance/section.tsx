import { fontLabels } from '@vitrine/contract/appearance';
import { Palette } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useSite } from '../../platform/site-context.ts';

/** The section Aparência of the edit drawer. */
export const section: Section = {
  id: 'aparencia',
  label: 'Aparência',
  icon: Palette,
  panel: () => import('./appearance-panel.tsx'),
  useSummary() {
    const { settings } = useSite();
    const font = settings.font_primary;
    return (
      <>
        <span
          className="mr-1.5 inline-block size-2.5 rounded-full"
          style={{ background: settings.primary_color }}
        />
        {`${settings.primary_color.toUpperCase()}, ${fontLabels[font] ?? font}`}
      </>
    );
  },
};
