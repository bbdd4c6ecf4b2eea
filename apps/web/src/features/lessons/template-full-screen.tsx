import { LessonContent } from './lesson-content.tsx';
import { LessonHeading } from './lesson-heading.tsx';
import { LessonSheet } from './lesson-sheet.tsx';
import { LessonTabs } from './lesson-tabs.tsx';
import { BackToCourse, PhoneBar, PhoneTop } from './phone-parts.tsx';
import type { TemplateProps } from './template.ts';
import { TopRow } from './top-row.tsx';

/** Tela cheia: the video fills the window. A side sheet shows the course. */
export function FullScreenTemplate({ lesson, media, comments, quiz, underImage }: TemplateProps) {
  const words = !lesson.video_url && !lesson.embed;
  return (
    <div className="lesson lesson-full">
      {words ? (
        <>
          <PhoneTop lesson={lesson} aside={<LessonSheet lesson={lesson} />} />
          <TopRow lesson={lesson} />
        </>
      ) : (
        <div className="lesson-stage">
          {media({
            start: <BackToCourse lesson={lesson} />,
            end: <LessonSheet lesson={lesson} over />,
            fill: true,
          })}
        </div>
      )}
      {underImage}
      <div className="lesson-body">
        <LessonHeading lesson={lesson} />
        {words && <LessonContent lesson={lesson} />}
        {quiz}
        <LessonTabs lesson={lesson} comments={comments} hasTextAbove={words} />
      </div>
      <PhoneBar lesson={lesson} />
    </div>
  );
}
