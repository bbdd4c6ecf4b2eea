import { Course, type ModulePage } from '@vitrine/contract/catalog';
import { wholePercent } from '@vitrine/contract/percent';
import * as z from 'zod/mini';
import {
  audienceKey,
  audienceOf,
  accessFactsCache,
  readAccessFacts,
} from '../../kit/access/audience.ts';
import { dataWriter, PrecompressedJson } from '../../kit/http/answers.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { versionedCache } from '../../kit/versioned-cache.ts';
import { notFound, orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import type { PageText } from '../../platform/gzip-parts.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import type { LessonViewer } from './lesson.reader.ts';
import { fillGaps, finishedIn, type StartedLessons } from './progress-gaps.ts';
import { readSharedCourse, type SharedCourse, type SharedModule } from './shared-course.ts';

/** The viewer's own facts about a course, each found by key. */
const ownCourse = z.object({
  /** Null where the requested module does not exist. */
  courseId: z.nullable(z.number()),
  /** Version of the school's catalogue, for the caches. */
  version: z.number(),
  /** Ids of the held products, active or not, in ascending order. */
  products: z.array(z.number()),
  /** Progress in the course's lessons. Null where the viewer has started none. */
  started: z.nullable(z.custom<StartedLessons>()),
  /** When the viewer completed the course. */
  completed: z.nullable(z.string()),
  /** When the viewer completed its modules, by id. Null where there is none. */
  completedModules: z.nullable(z.record(z.string(), z.string())),
});
/** The row of `courseQuery` and of `courseOfModuleQuery`. */
export type OwnCourse = z.output<typeof ownCourse>;

const ownCourseSql = (courseId: string) => `SELECT
      it.id AS "courseId",
      coalesce(v.version, 0) AS version,
      ARRAY(
        SELECT mp.product_id FROM member_products mp
        WHERE mp.member_id = :memberId
        ORDER BY mp.product_id) AS products,
      (SELECT p.lessons FROM course_progress p
       WHERE p.member_id = :memberId AND p.course_id = it.id) AS started,
      (SELECT ${isoUtc('e.completed_at')} FROM course_completions e
       WHERE e.member_id = :memberId
         AND e.course_id = it.id) AS completed,
      (SELECT json_object_agg(e.module_id, ${isoUtc('e.completed_at')})
       FROM modules m JOIN module_completions e
         ON e.member_id = :memberId AND e.module_id = m.id
       WHERE m.course_id = it.id) AS "completedModules"
    FROM (SELECT ${courseId} AS id) AS it
    LEFT JOIN showcase_versions v ON true`;

/** A course as the viewer may see it. No row: it does not exist for this viewer. */
export const courseQuery = viewerQuery({
  name: 'catalog.course',
  sql: ownCourseSql(':courseId::bigint'),
  row: ownCourse,
});

/** Reads the course of a module. */
export const courseOfModuleQuery = viewerQuery({
  name: 'catalog.course-of-module',
  sql: ownCourseSql('(SELECT m.course_id FROM modules m WHERE m.id = :moduleId)'),
  row: ownCourse,
});

const MAX_COURSE_BYTES = 32 * 1024 * 1024;

/**
 * Reads courses. The part that an audience shares is cached until a change. The viewer's own part
 * is read each time.
 */
export function courseReader() {
  const accessFacts = accessFactsCache();
  const courses = versionedCache<SharedCourse | null>({
    maxBytes: MAX_COURSE_BYTES,
    bytes: (shared) => 500 + 2 * (shared?.size ?? 0),
  });

  return async function read(
    reader: TenantReader,
    { staff, asStudent }: LessonViewer,
    own: OwnCourse,
  ): Promise<SharedCourse> {
    // A view as student holds its connection. Filling a shared cache with it could block other
    // readers.
    if (asStudent) return readUncachedCourse(reader, staff, own);
    const { version, products, courseId } = own;
    if (courseId === null) throw notFound();
    const audience = audienceOf(staff, products, await accessFacts(reader, version));
    const key = `${reader.tenantId} ${audienceKey(audience)} ${courseId}`;
    const load = () => readSharedCourse(reader, audience, courseId);
    return orNotFound(await courses(key, version, load));
  };
}

/**
 * Reads without a cache: for views as student, and for transactions, which see uncommitted data.
 */
export async function readUncachedCourse(
  reader: TenantReader,
  staff: boolean,
  { courseId, products }: OwnCourse,
): Promise<SharedCourse> {
  if (courseId === null) throw notFound();
  const audience = audienceOf(staff, products, await readAccessFacts(reader));
  return orNotFound(await readSharedCourse(reader, audience, courseId));
}

const noLessons: StartedLessons = {};

/** A module's fields: its object is open at the end. */
const moduleFields = ({ module: { id }, list }: SharedModule, own: OwnCourse): PageText[] => [
  ...fillGaps(list, own.started ?? noLessons),
  `,"completed_at":${JSON.stringify(own.completedModules?.[id] ?? null)}`,
];

const writeCourse = dataWriter(Course, 'modules');

/** The course's answer, with all its modules and lessons. */
export function courseJson({ course, modules }: SharedCourse, own: OwnCourse) {
  const startedLessons = own.started ?? noLessons;
  let [finished, count] = [0, 0];
  for (const { list } of modules) {
    finished += finishedIn(list, startedLessons);
    count += list.gaps.size;
  }
  return writeCourse(
    { ...course, progress: wholePercent(finished, count), completed_at: own.completed as never },
    [
      '[',
      ...modules.flatMap((module, index) => [index > 0 ? '},' : '', ...moduleFields(module, own)]),
      modules.length > 0 ? '}]' : ']',
    ],
  );
}

/** A module's page as JSON. The access of its course applies. */
export function modulePageJson(
  { course: { id, title, cover, locked, upsell }, modules }: SharedCourse,
  own: OwnCourse,
  moduleId: number,
): PrecompressedJson<{ data: ModulePage }> {
  const at = modules.findIndex(({ module }) => module.id === moduleId);
  const module = orNotFound(modules[at]);
  const moduleAt = (index: number) => {
    const neighbour = modules[index]?.module;
    return neighbour ? { id: neighbour.id, title: neighbour.title } : null;
  };
  const neighbours = {
    position: at + 1,
    modules_count: modules.length,
    course: { id, title, cover },
    locked,
    upsell,
    previous: moduleAt(at - 1),
    next: moduleAt(at + 1),
  } satisfies Partial<ModulePage>;
  return new PrecompressedJson([
    '{"data":',
    ...moduleFields(module, own),
    `,${JSON.stringify(neighbours).slice(1)}}`,
  ]);
}
