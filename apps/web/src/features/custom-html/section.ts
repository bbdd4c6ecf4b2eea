import { CodeXml } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useSnippets } from './custom-html.queries.ts';

/** The section HTML personalizado of the edit drawer. */
export const section: Section = {
  id: 'html',
  label: 'HTML personalizado',
  icon: CodeXml,
  panel: () => import('./custom-html-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    const snippets = useSnippets().data;
    return (
      snippets &&
      (snippets.length
        ? t('{{count}} trecho|{{count}} trechos', { count: snippets.length })
        : t('Nenhum trecho'))
    );
  },
};
