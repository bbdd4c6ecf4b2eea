import { paper, useMediaQuery, wide } from '../../ui/media-query.ts';
import { useTranslation } from '../../ui/translation.ts';
import { LessonContent } from './lesson-content.tsx';
import { LessonHeading } from './lesson-heading.tsx';
import { LessonList } from './lesson-list.tsx';
import { LessonTabs } from './lesson-tabs.tsx';
import { BackToCourse, PhoneBar, PhoneTop } from './phone-parts.tsx';
import type { TemplateProps } from './template.ts';

/** Lista: the video with the course beside it. On phones, the course is the first tab. */
export function ListTemplate({ lesson, media, comments, quiz, underImage }: TemplateProps) {
  const { t } = useTranslation();
  // A sheet shows no list.
  const beside = useMediaQuery(`${paper}, ${wide}`);
  const image = media({ start: <BackToCourse lesson={lesson} /> });
  const words = !lesson.video_url && !lesson.embed;
  const list = <LessonList lesson={lesson} bare={!beside} />;
  return (
    <div className="lesson lesson-columns">
      <div className="min-w-0">
        {words ? <PhoneTop lesson={lesson} /> : <div className="lesson-stage">{image}</div>}
        {underImage}
        <div className="lesson-body">
          <LessonHeading lesson={lesson} />
          {words && <LessonContent lesson={lesson} />}
          {quiz}
          <LessonTabs
            lesson={lesson}
            comments={comments}
            list={beside ? undefined : list}
            hasTextAbove={words}
          />
        </div>
      </div>
      {beside && (
        <aside
          data-lesson-scroll
          aria-label={t('Aulas do curso')}
          className="lesson-side quiet-scroll"
        >
          {list}
        </aside>
      )}
      <PhoneBar lesson={lesson} />
    </div>
  );
}
