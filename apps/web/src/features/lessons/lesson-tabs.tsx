import type { Lesson } from '@vitrine/contract/catalog';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { paper, useMediaQuery } from '../../ui/media-query.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommentCount } from '../comments/comments.queries.ts';
import { LessonContent } from './lesson-content.tsx';
import { Materials } from './materials.tsx';

interface LessonTabsProps {
  lesson: Lesson;
  /** Null for visitors. */
  comments: ReactNode;
  /** The course's list, where it has no column of its own. */
  list?: ReactNode;
  /** The text is shown above already, in place of a video. */
  hasTextAbove: boolean;
}

type Name = 'lessons' | 'comments' | 'materials' | 'about';

/** Tabs below the video: the list on phones, comments, materials and description. */
export const LessonTabs = (props: LessonTabsProps) =>
  props.comments ? <CountedTabs {...props} /> : <PlainTabs {...props} total={undefined} />;

const CountedTabs = (props: LessonTabsProps) => (
  <PlainTabs {...props} total={useCommentCount(props.lesson.id)} />
);

interface PlainTabsProps extends LessonTabsProps {
  /** Comments. */
  total: number | undefined;
}

function PlainTabs({ lesson, comments, list, hasTextAbove, total }: PlainTabsProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const linked = search.get('comentario');
  const [chosen, setChosen] = useState<{ tab: Name; linked: string | null } | null>(null);
  const { done, count } = courseProgress(lesson.modules);
  const materials = lesson.files.length + Number(lesson.link !== null);
  const part = (value: Name, label: string, panel: ReactNode, amount?: number) =>
    panel ? [{ value, label, panel, ...(amount !== undefined && { count: amount }) }] : [];
  const tabs = [
    ...part('lessons', t('Aulas {{done}}/{{total}}', { done, total: count }), list),
    ...part('comments', t('Comentários'), comments, total || undefined),
    ...part('materials', t('Materiais'), materials > 0 && <Materials lesson={lesson} />, materials),
    ...part(
      'about',
      t('Sobre a aula'),
      !hasTextAbove && lesson.content && <LessonContent lesson={lesson} />,
    ),
  ];
  const isOnPaper = useMediaQuery(paper);
  if (tabs.length === 0) return null;
  // A lesson without text or video opens with its materials. A sheet shows the text of the lesson.
  const firstTab = hasTextAbove && !lesson.content && materials ? 'materials' : tabs[0]!.value;
  const first = isOnPaper && tabs.at(-1)!.value === 'about' ? 'about' : firstTab;
  // A link to a comment opens its tab, also after a choice on the same page.
  const wantedTab = chosen?.linked === linked ? chosen.tab : linked !== null && 'comments';
  const value = tabs.find((tab) => tab.value === wantedTab)?.value ?? first;
  return (
    <Tabs
      label={t('Partes da aula')}
      tabs={tabs}
      value={value}
      onValueChange={(tab) => setChosen({ tab, linked })}
      className="mt-6"
    />
  );
}
