import type { Course } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import type { ReactNode } from 'react';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { coverPixels } from '../../../kit/images/image-limits.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useCourseStudents, useSaveCover } from './courses.queries.ts';

/** The side column: the cover, which saves at once, and the facts of the course. */
export function CourseSide({ course }: { course: Course }) {
  const { t, i18n } = useTranslation();
  const save = useSaveCover();
  const students = useCourseStudents(course.id).data?.data;
  const lessons = course.modules.flatMap((module) =>
    module.lessons.map((lesson) => ({
      ...lesson,
      draft: !course.published || !module.published || !lesson.published,
    })),
  );
  const seconds = lessons.reduce((sum, one) => sum + (one.duration_seconds ?? 0), 0);
  const drafts = lessons.filter(({ draft }) => draft).length;
  return (
    <aside
      aria-label={t('Sobre o curso')}
      className="grid content-start gap-6 md:max-xl:grid-cols-2"
    >
      <ImageField
        label={t('Capa')}
        use="image"
        crop={coverPixels}
        value={course.cover}
        onChange={(cover) => save.mutate({ params: { id: course.id }, body: { cover } })}
      />
      <dl className="divide-y divide-line self-start border-y border-line text-14">
        <Fact name={t('Duração')}>{seconds > 0 ? inWords(seconds, i18n.language) : '–'}</Fact>
        <Fact name={t('Em rascunho')}>
          {lessons.length > 0
            ? t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', {
                done: drafts,
                count: lessons.length,
              })
            : '–'}
        </Fact>
        <Fact name={t('Terminaram')}>
          {students?.holders
            ? t('{{done}} de {{count}} aluno|{{done}} de {{count}} alunos', {
                done: students.finished,
                count: students.holders,
              })
            : '–'}
        </Fact>
      </dl>
    </aside>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-11 items-center justify-between gap-4">
    <dt className="text-text-2">{name}</dt>
    <dd className="text-right font-semibold text-text tabular-nums">{children}</dd>
  </div>
);
