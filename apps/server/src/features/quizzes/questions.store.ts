import { filePath } from '@vitrine/contract/file-addresses';
import type {
  Profile,
  Question,
  QuestionInput,
  Questions,
  QuestionsInput,
} from '@vitrine/contract/quizzes';
import { claimFiles, claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { withFormulas } from '../../kit/question-texts.ts';
import { lockVersion, nextVersion } from '../../kit/rows/versions.ts';
import { notFound, orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/**
 * Reads the questions and profiles with the right answers, for the owner. Images are paths. Throws
 * 404 for an unknown quiz.
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
  await releaseFiles(tx, 'quiz_files', held, { quiz_id: id });
  return current();
}

/** A course may be removed while the builder is open: its next save does not fail. */
async function existingCourses({ db }: TenantTransaction, profiles: QuestionsInput['profiles']) {
  const ids = profiles.flatMap(({ course_ids = [] }) => course_ids);
  if (!ids.length) return new Set<number>();
  const rows = await db.selectFrom('courses').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

type Images = Map<string, string>;

/** Claims the images that the quiz does not hold yet. Returns the path of each address. */
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
  const withUrl = <Item extends Question | Profile>(item: Item): Item => ({
    ...item,
    image: item.image ? imageUrl(item.image) : null,
  });
  return { questions: questions.map(withUrl), profiles: profiles.map(withUrl), version };
};
