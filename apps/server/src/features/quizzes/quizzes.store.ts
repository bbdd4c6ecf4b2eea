import { filePath } from '@vitrine/contract/file-addresses';
import { questionFault } from '@vitrine/contract/quiz-faults';
import {
  messages,
  type Profile,
  type Question,
  type QuestionInput,
  type Questions,
  type QuestionsInput,
  type Quiz,
  type QuizInput,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { claimFiles, claimedFiles, releaseFiles } from '../../kit/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { setProducts } from '../../kit/product-access.ts';
import { lockVersion, nextVersion } from '../../kit/versions.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

// The only file that writes `quizzes`, beside the imports.

const quizzes = statement({
  name: 'quizzes.list',
  sql: `SELECT json_build_object(
      'id', q.id, 'tenant_id', q.tenant_id, 'name', q.name, 'type', q.type, 'goal', q.goal,
      'published', q.published::integer, 'repeat', q.repeat::integer,
      'stopwatch', q.stopwatch::integer, 'time_limit', q.time_limit, 'review', q.review,
      'product_ids', (SELECT coalesce(json_agg(p.product_id ORDER BY p.product_id), '[]')
        FROM quiz_products p WHERE p.quiz_id = q.id),
      'questions_count', jsonb_array_length(q.questions),
      'lessons', (SELECT coalesce(json_agg(json_build_object(
          'id', l.id, 'title', l.title, 'course_id', l.course_id) ORDER BY l.id), '[]')
        FROM lessons l WHERE l.quiz_id = q.id),
      'has_attempts', EXISTS (
        SELECT FROM quiz_attempts a WHERE a.quiz_id = q.id),
      'version', q.version) AS quiz
    FROM quizzes q
    WHERE (:quizId::bigint IS NULL OR q.id = :quizId)
    ORDER BY q.id DESC`,
  row: z.object({ quiz: z.custom<Quiz>() }),
});

/** All quizzes of the school, the newest first. */
export async function listQuizzes(tx: TenantTransaction): Promise<Quiz[]> {
  const rows = await tx.run(quizzes, { quizId: null });
  return rows.map(({ quiz }) => quiz);
}

/** A quiz as the owner's calls show it, without its questions. 404 for an unknown one. */
export async function readQuiz(tx: TenantTransaction, id: number): Promise<Quiz> {
  const [row] = await tx.run(quizzes, { quizId: id });
  return orNotFound(row).quiz;
}

/** Adds a quiz without questions, with the products that open it (A section 7). */
export async function addQuiz(tx: TenantTransaction, input: QuizInput): Promise<Quiz> {
  const { id } = await tx.db
    .insertInto('quizzes')
    .values(columnsOf(input))
    .returning('id')
    .executeTakeFirstOrThrow();
  await setQuizProducts(tx, id, input);
  return readQuiz(tx, id);
}

/** Changes a quiz. Open attempts keep their questions (`quiz_revisions`). */
export async function changeQuiz(
  tx: TenantTransaction,
  id: number,
  input: QuizInput,
): Promise<Quiz> {
  const current = () => readQuiz(tx, id);
  await lockVersion(tx, { table: 'quizzes', id, version: input.version, current });
  await tx.db
    .updateTable('quizzes')
    .set({ ...columnsOf(input), version: nextVersion })
    .where('id', '=', id)
    .execute();
  await setQuizProducts(tx, id, input);
  return current();
}

/** Publishes a quiz whose questions have no fault, or takes it back. */
export async function publishQuiz(
  tx: TenantTransaction,
  id: number,
  { published }: { published: boolean },
): Promise<Quiz> {
  const current = () => readQuiz(tx, id);
  await lockVersion(tx, { table: 'quizzes', id, version: undefined, current });
  if (published) checkReady(await readQuestions(tx, id), await current());
  await tx.db
    .updateTable('quizzes')
    .set({ published, version: nextVersion })
    .where('id', '=', id)
    .execute();
  return current();
}

/** Attempts and results go with the quiz. Lessons that have it stay. */
export async function removeQuiz(tx: TenantTransaction, id: number) {
  await allowLongStatement(tx);
  const before = await claimedFiles(tx, 'quiz_files', { quiz_id: id });
  orNotFound(
    await tx.db.deleteFrom('quizzes').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'quiz_files', before);
}

/** Without a stopwatch there is no time limit. */
const columnsOf = ({ tenant_id: _, product_ids: __, version: ___, ...columns }: QuizInput) => ({
  ...columns,
  time_limit: columns.stopwatch ? columns.time_limit : null,
});

async function setQuizProducts(tx: TenantTransaction, id: number, { product_ids }: QuizInput) {
  if (product_ids)
    await setProducts(tx, { table: 'quiz_products', column: 'quiz_id' }, id, product_ids);
}

function checkReady({ questions }: Questions, { type }: Quiz) {
  if (!questions.length) throw refuse('no_questions', messages.noQuestions, 409);
  for (const [at, question] of questions.entries()) {
    const fault = questionFault(question, type);
    if (fault)
      throw refuse('not_ready', messages.notReady, 422, {
        values: { number: at + 1 },
        errors: { [`questions.${at}`]: [fault] },
      });
  }
}

// Questions ---------------------------------------------------------------------------------------

/**
 * The questions and profiles with what is right, for the owner. Images are paths. 404 if unknown.
 */
export async function readQuestions({ db }: TenantTransaction, id: number): Promise<Questions> {
  const row = await db
    .selectFrom('quizzes')
    .select(['questions', 'profiles', 'version'])
    .where('id', '=', id)
    .$castTo<Questions>()
    .executeTakeFirst();
  return orNotFound(row);
}

/**
 * Replaces all questions and profiles. Existing items keep their ids, new items get new ones.
 * `rendered` holds the HTML of texts with formulas.
 */
export async function saveQuestions(
  tx: TenantTransaction,
  id: number,
  { questions, profiles, version }: QuestionsInput,
  rendered: ReadonlyMap<string, string>,
): Promise<Questions> {
  const current = () => readQuestions(tx, id);
  await lockVersion(tx, { table: 'quizzes', id, version, current });
  const before = await current();
  const held = await claimedFiles(tx, 'quiz_files', { quiz_id: id });
  const images = await claimImages(tx, [...questions, ...profiles], held);
  const { last_item_id } = await tx.db
    .selectFrom('quizzes')
    .select('last_item_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ids = itemIds(before.questions, last_item_id);
  const courses = await existingCourses(tx, profiles);
  const completed = questions.map((question) =>
    withFormulas(ids.complete(question, images), rendered),
  );
  await tx.db
    .updateTable('quizzes')
    .set({
      questions: JSON.stringify(completed),
      profiles: JSON.stringify(
        profiles.map(({ course_ids = [], ...profile }) => ({
          ...withImage(profile, images),
          course_ids: [...new Set(course_ids)].filter((course) => courses.has(course)),
        })),
      ),
      last_item_id: ids.last(),
      version: nextVersion,
    })
    .where('id', '=', id)
    .execute();
  await releaseFiles(tx, 'quiz_files', held);
  return current();
}

/** A course may be removed while the builder is open: its next save does not fail. */
async function existingCourses({ db }: TenantTransaction, profiles: QuestionsInput['profiles']) {
  const ids = profiles.flatMap(({ course_ids = [] }) => course_ids);
  if (!ids.length) return new Set<number>();
  const rows = await db.selectFrom('courses').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

const withFormulas = (question: Question, rendered: ReadonlyMap<string, string>): Question => {
  const text_html = rendered.get(question.text);
  const explanation_html = rendered.get(question.explanation ?? '');
  return {
    ...question,
    ...(text_html && { text_html }),
    ...(explanation_html && { explanation_html }),
    options: question.options.map((option) => {
      const html = rendered.get(option.text);
      return html ? { ...option, text_html: html } : option;
    }),
  };
};

type Images = Map<string, string>;

/** Claims the images that are new. Those that the quiz holds already stay. */
async function claimImages(
  tx: TenantTransaction,
  items: { image?: string | null | undefined }[],
  held: string[],
): Promise<Images> {
  const named = items.flatMap(({ image }) => image || []);
  const paths = new Map(named.map((address) => [address, filePath(address) ?? address]));
  const fresh = [...new Set(paths.values())].filter((path) => !held.includes(path));
  await claimFiles(
    tx,
    fresh.map((path) => ({ field: 'questions', path, use: 'lesson_image' })),
  );
  return paths;
}

const withImage = <Item extends { image?: string | null | undefined }>(
  item: Item,
  images: Images,
): Item & { image: string | null } => ({
  ...item,
  image: item.image ? images.get(item.image)! : null,
});

/**
 * Gives new items ids above all former ids of this quiz. An undone removal keeps its former id and
 * its results. An id that was never used is 404.
 */
function itemIds(before: Question[], lastItemId: number) {
  const idsBefore = before.flatMap(({ id, options }) => [
    id,
    ...options.map((option) => option.id),
  ]);
  const lastUsed = Math.max(lastItemId, ...idsBefore);
  let last = lastUsed;
  const idFor = (id: number | undefined) => {
    if (id !== undefined && id > lastUsed) throw notFound();
    return id ?? (last += 1);
  };
  return {
    last: () => last,
    complete: (question: QuestionInput, images: Images) => ({
      ...withImage(question, images),
      id: idFor(question.id),
      options: question.options.map((option) => ({
        ...option,
        id: idFor(option.id),
      })),
    }),
  };
}

/** The questions as the builder shows them: images as addresses. */
export const withImageUrls = (
  { questions, profiles, version }: Questions,
  imageUrl: (path: string) => string,
): Questions => {
  const shown = <Item extends Question | Profile>(item: Item): Item => ({
    ...item,
    image: item.image ? imageUrl(item.image) : null,
  });
  return { questions: questions.map(shown), profiles: profiles.map(shown), version };
};
