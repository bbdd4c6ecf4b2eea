import { Lesson } from '@vitrine/contract/catalog';
import { wholePercent } from '@vitrine/contract/percent';
import * as z from 'zod/mini';
import {
  audienceKey,
  audienceOf,
  accessFactsCache,
  readAccessFacts,
  type Audience,
} from '../../kit/access/audience.ts';
import { requireOpenLesson } from '../../kit/access/lesson-access.ts';
import { dataWriter } from '../../kit/http/answers.ts';
import { versionedCache } from '../../kit/versioned-cache.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import type { PageText } from '../../platform/gzip-parts.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { drawNames } from './lesson-marquee.ts';
import { fillGaps, finishedIn, type StartedLessons } from './progress-gaps.ts';
import { readSharedLesson, type SharedLesson } from './shared-lesson.ts';

/** The viewer's own facts about a lesson, each found by key. */
const ownLesson = z.object({
  /** Version of the school's catalogue, for the caches. */
  version: z.number(),
  /** Ids of the held products, active or not, in ascending order. */
  products: z.array(z.number()),
  /** Progress in the course's lessons. Null where the viewer has started none. */
  started: z.nullable(z.custom<StartedLessons>()),
  likes: z.number(),
  liked: z.boolean(),
});
/** The row of `lessonQuery`. */
export type OwnLesson = z.output<typeof ownLesson>;

/** The viewer's own part of a lesson: products, progress, likes and quiz. */
export const lessonQuery = viewerQuery({
  name: 'catalog.lesson',
  sql: `SELECT
      coalesce(v.version, 0) AS version,
      ARRAY(
        SELECT mp.product_id FROM member_products mp
        WHERE mp.member_id = :memberId
        ORDER BY mp.product_id) AS products,
      (SELECT p.lessons FROM course_progress p
       WHERE p.member_id = :memberId AND p.course_id = (
         SELECT l.course_id FROM lessons l
         WHERE l.id = :lessonId)) AS started,
      likes.count AS likes,
      likes.own AS liked
    FROM (
      SELECT count(*) AS count, coalesce(bool_or(k.member_id = :memberId), false) AS own
      FROM lesson_likes k WHERE k.lesson_id = :lessonId) AS likes
    LEFT JOIN showcase_versions v ON true`,
  row: ownLesson,
});

/**
 * A lesson whose list, the longest part of the answer, stays JSON: the server reads nothing in it.
 */
export interface LessonWithList extends Omit<Lesson, 'modules'> {
  modules: PageText[];
  /** The place of the lesson's module in its course, from 1. */
  module_place: number;
  /** Identifies the shared content of the answer. */
  sharedKey: string;
}

/** The rights with which a lesson is read. */
export interface LessonViewer {
  staff: boolean;
  /** True while staff view the page as a student. */
  asStudent: boolean;
}

const MAX_LESSON_BYTES = 64 * 1024 * 1024;

/**
 * Reads lessons. The part that an audience shares is cached until a change. The viewer's own part
 * is read each time.
 */
export function lessonReader() {
  const accessFacts = accessFactsCache();
  const lessons = versionedCache<SharedLesson | null>({
    maxBytes: MAX_LESSON_BYTES,
    bytes: (shared) => 500 + 2 * (shared?.size ?? 0),
  });

  return async function read(
    reader: TenantReader,
    { staff, asStudent }: LessonViewer,
    own: OwnLesson,
    lessonId: number,
  ): Promise<LessonWithList> {
    // A view as student holds its connection. Filling a shared cache with it could block other
    // readers.
    if (asStudent) return readUncachedLesson(reader, staff, own, lessonId);
    const { version, products } = own;
    const audience = audienceOf(staff, products, await accessFacts(reader, version));
    const key = `${reader.tenantId} ${audienceKey(audience)} ${lessonId}`;
    const load = () => readSharedLesson(reader, audience, lessonId);
    const shared = await lessons(key, version, load);
    return withOwnPart(reader, shared, own, `${key} ${version}`);
  };
}

/**
 * Reads without a cache: for views as student, and for transactions, which see uncommitted data.
 */
export async function readUncachedLesson(
  reader: TenantReader,
  staff: boolean,
  own: OwnLesson,
  lessonId: number,
) {
  const audience: Audience = audienceOf(staff, own.products, await readAccessFacts(reader));
  return withOwnPart(reader, await readSharedLesson(reader, audience, lessonId), own, '');
}

/**
 * Joins the shared part and the viewer's own. Throws 403 with the offer if locked, 404 if hidden.
 */
async function withOwnPart(
  reader: TenantReader,
  found: SharedLesson | null,
  { started, likes, liked }: OwnLesson,
  sharedKey: string,
): Promise<LessonWithList> {
  const shared = orNotFound(found);
  requireOpenLesson(shared);
  const { lesson, list, marquee } = shared;
  const [, seconds = 0, finished = 0] = started?.[lesson.id] ?? [];
  return {
    ...lesson,
    seconds,
    finished: finished === 1,
    likes,
    liked,
    course: {
      ...lesson.course,
      progress: started ? wholePercent(finishedIn(list, started), list.gaps.size) : 0,
    },
    marquee: marquee && {
      text: marquee.text,
      url: marquee.url,
      timer: marquee.timer,
      names: marquee.has_names ? await drawNames(reader, marquee.product_id) : [],
    },
    modules: fillGaps(list, started ?? {}),
    sharedKey,
  };
}

const write = dataWriter(Lesson, 'modules');

/** The lesson as JSON. Its list is JSON already. */
export const lessonJson = ({ modules, ...lesson }: LessonWithList) => write(lesson, modules);
