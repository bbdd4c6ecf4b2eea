import { useTranslation } from '../../ui/translation.ts';
import { LessonContent } from './lesson-content.tsx';
import { LessonHeading } from './lesson-heading.tsx';
import { LessonSheet } from './lesson-sheet.tsx';
import { hasMaterials, Materials } from './materials.tsx';
import { Neighbours } from './neighbours.tsx';
import { BackToCourse, PhoneBar, PhoneTop } from './phone-parts.tsx';
import type { TemplateProps } from './template.ts';
import { TopRow } from './top-row.tsx';

/** Sequência: one column, one lesson after the other. */
export function SequenceTemplate({ lesson, media, comments, quiz, underImage }: TemplateProps) {
  const { t } = useTranslation();
  const words = !lesson.video_url && !lesson.embed;
  return (
    <div className="lesson lesson-sequence">
      <TopRow lesson={lesson} />
      {words ? (
        <PhoneTop lesson={lesson} aside={<LessonSheet lesson={lesson} />} />
      ) : (
        <div className="lesson-stage">
          {media({
            start: <BackToCourse lesson={lesson} />,
            end: (
              <span className="md:hidden">
                <LessonSheet lesson={lesson} over />
              </span>
            ),
          })}
        </div>
      )}
      {underImage}
      <div className="lesson-body">
        <LessonHeading lesson={lesson} />
        {lesson.content && <LessonContent lesson={lesson} />}
        {quiz}
        {hasMaterials(lesson) && (
          <section aria-label={t('Materiais')} className="mt-8">
            <h2 className="site-title mb-3 text-18">{t('Materiais')}</h2>
            <Materials lesson={lesson} />
          </section>
        )}
        <Neighbours lesson={lesson} />
        {comments && (
          <section aria-label={t('Comentários')} className="mt-10">
            <h2 className="site-title mb-4 text-18">{t('Comentários')}</h2>
            {comments}
          </section>
        )}
      </div>
      <PhoneBar lesson={lesson} />
    </div>
  );
}
