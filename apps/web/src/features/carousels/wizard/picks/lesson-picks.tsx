import { useTranslation } from '../../../../ui/translation.ts';
import { useFoundLessons, useLessonsToPick } from '../../../catalog/content-lookups.queries.ts';
import { NothingToPick } from './nothing-to-pick.tsx';
import { PickList } from './pick-list.tsx';
import { PickRow, type PicksProps } from './pick-row.tsx';

/** The school's lessons, 20 at a time: all of them, or those that a search finds. */
export function LessonPicks(props: PicksProps) {
  return props.search ? <FoundLessons {...props} /> : <AllLessons {...props} />;
}

function AllLessons(props: PicksProps) {
  return <Lessons {...props} lessons={useLessonsToPick()} />;
}

function FoundLessons(props: PicksProps) {
  return <Lessons {...props} lessons={useFoundLessons(props.search)} />;
}

interface LessonsProps extends PicksProps {
  lessons: ReturnType<typeof useLessonsToPick> | ReturnType<typeof useFoundLessons>;
}

function Lessons({ lessons, search, content, onToggle }: LessonsProps) {
  const { t } = useTranslation();
  return (
    <PickList
      query={lessons}
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
