import { useTranslation } from '../../../../ui/translation.ts';
import { useLessonsToPick } from '../../../catalog/content-lookups.queries.ts';
import { NothingToPick } from './nothing-to-pick.tsx';
import { PickList } from './pick-list.tsx';
import { PickRow, type PicksProps } from './pick-row.tsx';

/** The school's lessons, 20 at a time: all of them, or those that a search finds. */
export function LessonPicks({ search, content, onToggle }: PicksProps) {
  const { t } = useTranslation();
  const lessons = useLessonsToPick(search);
  return (
    <PickList
      query={lessons}
      search={search}
      nothing={<NothingToPick title={t('Nenhuma aula encontrada')} search={search} />}
    >
      {lessons.items.map(({ id, title, course_title }) => (
        <PickRow
          key={id}
          title={title}
          fact={course_title}
          checked={content.includes(id)}
          onToggle={() => onToggle(id)}
        />
      ))}
    </PickList>
  );
}
