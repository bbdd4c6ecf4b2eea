import { openingTitles, seesLesson } from '../access/course-access.ts';
import { finishedIn, lessonsIn } from './lessons-to-continue.ts';

/**
 * CTEs after `picks`: each pick as the JSON of its card. Every card looks up its row by key, so the
 * cost of a carousel depends only on the cards that it shows. Many carousels show the same courses,
 * and counting lessons is most of a card's cost. So each course is counted once.
 */
export const cards = () => `counted_courses AS MATERIALIZED (
  SELECT picked.course_id, ${lessonsIn('picked.course_id')} AS lessons,
    ${finishedIn('picked.course_id')} AS finished
  FROM (SELECT DISTINCT course_id FROM picks
        WHERE module_id IS NULL AND lesson_id IS NULL) AS picked
),
locks AS MATERIALIZED (
  SELECT locked_course.course_id, ${openingTitles('locked_course.course_id')} AS products
  FROM (SELECT DISTINCT course_id FROM picks WHERE locked) AS locked_course
),
cards AS MATERIALIZED (
  SELECT p.carousel_id, json_agg(CASE
    WHEN p.lesson_id IS NOT NULL THEN ${lessonCard()}
    WHEN p.module_id IS NOT NULL THEN ${moduleCard()}
    ELSE ${courseCard()}
  END ORDER BY p.place) AS list
  FROM picks p
  LEFT JOIN locks ON p.locked AND locks.course_id = p.course_id
  LEFT JOIN counted_courses counted ON counted.course_id = p.course_id
  GROUP BY p.carousel_id
)`;

function courseCard() {
  return `(SELECT ${card('c', 'c.published', 'c.cover', 'f.module_id IS NULL AND f.lesson_id IS NULL')} 'course', json_build_object(
      'id', c.id,
      'title', c.title,
      'lessons_count', counted.lessons,
      'progress', whole_percent(counted.finished, counted.lessons)))
    FROM courses c
    WHERE c.id = p.course_id)`;
}

function moduleCard() {
  const done = `(SELECT count(*) FROM lesson_progress done
      WHERE done.member_id = :memberId AND done.course_id = c.id
        AND done.module_id = m.id AND done.finished_at IS NOT NULL
        AND EXISTS (SELECT FROM lessons l WHERE l.id = done.lesson_id
          AND ${seesLesson('l', 'm')}))`;
  const favoriteCondition = 'f.module_id = m.id AND f.lesson_id IS NULL';
  return `(SELECT ${card('m', 'm.published AND c.published', 'coalesce(m.cover, c.cover)', favoriteCondition)} 'module', json_build_object(
      'id', m.id,
      'title', m.title,
      'course_id', c.id,
      'course_title', c.title,
      'lessons_count', lesson.count,
      'progress', whole_percent(${done}, lesson.count)))
    FROM modules m
    JOIN courses c ON c.id = m.course_id
    CROSS JOIN LATERAL (
      SELECT count(*) FROM lessons l WHERE l.module_id = m.id
        AND ${seesLesson('l', 'm')}) AS lesson
    WHERE m.id = p.module_id)`;
}

function lessonCard() {
  const cover = 'coalesce(l.cover, m.cover, c.cover)';
  const published = 'l.published AND m.published AND c.published';
  return `(SELECT ${card('l', published, cover, 'f.module_id = m.id AND f.lesson_id = l.id')} 'class', json_build_object(
      'id', l.id,
      'title', l.title,
      'module_id', m.id,
      'course_id', c.id,
      'course_title', c.title,
      'duration_seconds', CASE WHEN NOT p.locked THEN l.duration_seconds END,
      'seconds', coalesce(progress.seconds, 0),
      'progress', ${lessonPercent}))
    FROM lessons l
    JOIN modules m ON m.id = l.module_id
    JOIN courses c ON c.id = l.course_id
    LEFT JOIN lesson_progress progress
      ON progress.member_id = :memberId AND progress.lesson_id = l.id
    WHERE l.id = p.lesson_id)`;
}

/** The viewer's progress in a lesson `l`, in percent; `progress` is their progress row. */
const lessonPercent = 'lesson_percent(progress.finished_at, progress.seconds, l.duration_seconds)';

/** The fields of all cards; those of its kind follow. `favoriteCondition` finds a favourite `f`. */
const card = (
  thing: string,
  published: string,
  cover: string,
  favoriteCondition: string,
) => `json_build_object(
      'id', ${thing}.id,
      'title', ${thing}.title,
      'carouselItemId', p.item_id,
      'locked', p.locked,
      'draft', NOT (${published}),
      'cover', ${cover},
      'products', coalesce(locks.products, '[]'),
      'favorite', EXISTS (
        SELECT FROM favorites f WHERE f.member_id = :memberId
          AND f.course_id = p.course_id AND ${favoriteCondition}),`;
