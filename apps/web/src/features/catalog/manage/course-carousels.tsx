import { carouselType, messages, type Carousel } from '@vitrine/contract/carousels';
import { useSavedSwitch } from '../../../kit/forms/switch-setting.tsx';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { InlineAdd } from '../../../ui/inline-add.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { Saved } from '../../../ui/switch.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import {
  useAddCarousel,
  useCourseCarousels,
  usePutInCarousel,
} from './course-carousels.queries.ts';

/** Chooses the carousels of the home page that show the course. Each tick saves at once. */
export function CourseCarousels({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const list = useCourseCarousels();
  const add = useAddCarousel();

  if (list.isPending) return <Skeleton shape="text" count={4} className="max-w-120" />;
  if (list.isLoadingError) return <QueryError query={list} title={t(messages.loadFailed)} />;
  return (
    <div className="max-w-160">
      <p className="mb-4 text-14 text-text-2">
        {list.carousels.length > 0
          ? t('Marque os carrosséis da página inicial em que este curso aparece.')
          : t('A página inicial ainda não tem carrosséis de cursos. Dê um nome ao primeiro.')}
      </p>
      <ul aria-label={t('Carrosséis')} className="divide-y divide-line">
        {list.carousels.map((carousel) => (
          <CarouselToggle key={carousel.id} carousel={carousel} courseId={courseId} />
        ))}
      </ul>
      <InlineAdd
        label={t('Novo carrossel')}
        onAdd={(title) =>
          add.mutateAsync({ body: { title, type: carouselType.courses, content: [courseId] } })
        }
        className="mt-2 -ml-2"
      />
    </div>
  );
}

function CarouselToggle({ carousel, courseId }: { carousel: Carousel; courseId: number }) {
  const { t } = useTranslation();
  const put = usePutInCarousel(courseId);
  const { checked, onCheckedChange, savedAt } = useSavedSwitch({
    value: carousel.content.includes(courseId),
    save: (isIncluded) => put(carousel.id, isIncluded),
    failure: messages.updateFailed,
  });
  const isOnlyCourse = checked && carousel.content.length === 1;
  const courses = t('{{count}} curso|{{count}} cursos', { count: carousel.content.length });
  const content = carousel.published ? courses : `${courses} · ${t('Não publicado')}`;
  return (
    <li className="flex items-start gap-3 py-3">
      <Checkbox
        label={carousel.title}
        hint={
          isOnlyCourse
            ? t('É o único curso deste carrossel, e um carrossel vazio não existe.')
            : content
        }
        checked={checked}
        disabled={isOnlyCourse}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="min-w-0 flex-1"
      />
      <Saved at={savedAt} />
    </li>
  );
}
