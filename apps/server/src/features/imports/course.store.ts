import { languageOrDefault, type Language } from '@vitrine/contract/languages';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';

/** A question as stored in `quizzes.questions` (contract, Quizzes). */
export interface QuizQuestion {
  id: number;
  kind: 'single' | 'multiple' | 'true_false';
  text: string;
  text_html?: string;
  image?: string;
  image_alt?: string;
  explanation?: string;
  explanation_html?: string;
  weight: number;
  options: { id: number; text: string; text_html?: string; correct: boolean }[];
}

/** A quiz of an import, in the columns that the import writes. */
export interface NewQuiz {
  name: string;
  goal: number;
  repeat: boolean;
  stopwatch: boolean;
  time_limit: string | null;
  questions: QuizQuestion[];
}

/** A module of an import. */
export interface NewModule {
  title: string;
  /** Students never see drafts. */
  published: boolean;
}

/** A lesson of an import, with its files already stored. */
export interface NewLesson {
  module_id: number;
  position: number;
  title: string;
  published: boolean;
  content: string;
  /** The content with rendered formulas. Null where it has none. */
  content_html: string | null;
  link: string | null;
  embed: string | null;
  video_url: string | null;
  files: { name: string; path: string; size: number }[];
  quiz: NewQuiz | null;
}

/** The language of who imports. Portuguese where they chose none, or have left. */
export async function importerLanguage(
  { db }: TenantTransaction,
  importId: number,
): Promise<Language> {
  const importer = await db
    .selectFrom('imports as i')
    .innerJoin('members as m', 'm.id', 'i.member_id')
    .select('m.language')
    .where('i.id', '=', importId)
    .executeTakeFirst();
  return languageOrDefault(importer?.language);
}

/** Adds the course and the products that still exist. */
export async function addCourse(
  { db }: TenantTransaction,
  { title, product_ids }: { title: string; product_ids: number[] },
): Promise<number> {
  const { id } = await db
    .insertInto('courses')
    .values({ title })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO course_products (course_id, product_id)
    SELECT ${id}, id FROM products WHERE id = ANY (${product_ids}::bigint[])`.execute(db);
  return id;
}

/** @returns their ids, in this order */
export async function addModules(
  { db }: TenantTransaction,
  courseId: number,
  modules: NewModule[],
) {
  const titles = modules.map(({ title }) => title);
  const published = modules.map((module) => module.published);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO modules (course_id, title, published, position)
    SELECT ${courseId}, title, published, position
    FROM unnest(${titles}::text[], ${published}::boolean[])
      WITH ORDINALITY AS wanted (title, published, position)
    ORDER BY position
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * A batch of lessons with their quizzes and files, in three statements.
 *
 * @returns their ids, in this order
 */
export async function addLessons(
  tx: TenantTransaction,
  courseId: number,
  lessons: NewLesson[],
): Promise<number[]> {
  const { db } = tx;
  const quizzes = await addQuizzes(
    tx,
    lessons.flatMap(({ quiz }) => quiz ?? []),
  );
  const rows = await db
    .insertInto('lessons')
    .values(
      lessons.map(({ files: _, quiz, ...lesson }) => ({
        ...lesson,
        course_id: courseId,
        quiz_id: quiz ? quizzes.shift()! : null,
      })),
    )
    .returning('id')
    .execute();
  const files = lessons.flatMap((lesson, index) =>
    lesson.files.map((file, place) => ({
      ...file,
      lesson_id: rows[index]!.id,
      position: place + 1,
    })),
  );
  if (files.length) await db.insertInto('lesson_files').values(files).execute();
  return rows.map(({ id }) => id);
}

/** Writes the contents of lessons that link to others, after all lessons have ids. */
export async function setContents(
  { db }: TenantTransaction,
  lessons: { id: number; content: string; content_html: string | null }[],
) {
  await sql`
    UPDATE lessons l SET content = given.content, content_html = given.content_html
    FROM unnest(${lessons.map(({ id }) => id)}::bigint[], ${lessons.map(({ content }) => content)}::text[],
                ${lessons.map(({ content_html }) => content_html)}::text[]) AS given (id, content, content_html)
    WHERE l.id = given.id`.execute(db);
}

async function addQuizzes({ db }: TenantTransaction, quizzes: NewQuiz[]): Promise<number[]> {
  if (!quizzes.length) return [];
  const rows = await db
    .insertInto('quizzes')
    .values(quizzes.map((quiz) => ({ ...quiz, questions: JSON.stringify(quiz.questions) })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
