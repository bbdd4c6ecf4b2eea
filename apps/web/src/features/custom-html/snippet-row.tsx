import { limits, scopesOf, type CustomHtml } from '@vitrine/contract/custom-html';
import { Play } from 'lucide-react';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { editItem, removeItem } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { shortened } from '../../ui/shortened.ts';
import { useTranslation } from '../../ui/translation.ts';
import {
  useCommunityChoices,
  useCourseChoices,
  useLessonChoices,
  useModuleChoices,
} from './custom-html.queries.ts';
import { hasHung, frameKey } from './hung-frames.ts';
import { pageLabels, scopeLabels } from './page-kinds.ts';

interface SnippetRowProps {
  snippet: CustomHtml;
  onEdit: () => void;
  onPreview: () => void;
  onRemove: () => void;
}

/** A snippet in the list, with its page and scope in words. */
export function SnippetRow({ snippet, onEdit, onPreview, onRemove }: SnippetRowProps) {
  const { t } = useTranslation();
  const scopeText = useScopeText(snippet);
  return (
    <li className="flex min-h-15 items-center gap-2 border-line py-2 pr-2 pl-4 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-medium text-text" title={snippet.title}>
          {/* C section 9. */}
          {shortened(snippet.title, limits.listed)}
        </p>
        <p className="truncate text-13 text-text-3">{scopeText}</p>
        {hasHung(frameKey(snippet)) && (
          <InlineWarning>
            {t('Travou a página neste aparelho, e fica fora dela aqui até mudar.')}
          </InlineWarning>
        )}
      </div>
      <Menu
        label={t('Opções de {{name}}', { name: snippet.title })}
        items={[
          editItem(t('Editar'), onEdit),
          { id: 'preview', label: t('Pré-visualizar'), icon: <Play />, onSelect: onPreview },
          'separator',
          removeItem(t('Remover'), onRemove),
        ]}
      />
    </li>
  );
}

/** 'Aula · Luz natural', 'Curso · Todos os cursos', 'Favoritos'. */
function useScopeText({ page, community_id, course_id, module_id, lesson_id }: CustomHtml) {
  const { t } = useTranslation();
  const communities = useCommunityChoices();
  const courses = useCourseChoices(course_id !== null);
  const modules = useModuleChoices(course_id);
  const lessons = useLessonChoices(lesson_id === null ? null : module_id);
  const titleOf = (list: { id: number; title: string }[] | undefined, id: number | null) =>
    id === null ? undefined : (list?.find((one) => one.id === id)?.title ?? '…');
  const innermost = scopesOf[page].at(-1);
  const scope =
    titleOf(lessons, lesson_id) ??
    titleOf(modules, module_id) ??
    titleOf(courses, course_id) ??
    titleOf(communities, community_id) ??
    (innermost && t(scopeLabels[innermost].all));
  return scope ? `${t(pageLabels[page])} · ${scope}` : t(pageLabels[page]);
}
