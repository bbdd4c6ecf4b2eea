import type { Attempt, quizzes } from '@vitrine/contract/quizzes';
import { courseViewer, type CourseViewer } from '../../kit/access/course-access.ts';
import {
  hotWrite,
  prepared,
  withoutTransaction,
  type Call,
  type Handlers,
} from '../../kit/http/call.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import { recordView } from '../../kit/record-views.ts';
import { busy, orNotFound } from '../../platform/app-error.ts';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { runViewerQuery } from '../../platform/viewer-query.ts';
import { saveAnswer, saveAnswerValues, savedAnswer, mergeAnswers } from './answers.store.ts';
import {
  deadlinePassed,
  findAttempt,
  finished,
  ownAttempt,
  showAttempt,
  withAnswers,
  type ImageUrl,
  type OpenAttempt,
  type OpenAttemptRow,
} from './attempts.reader.ts';
import {
  handIn,
  handInAlone,
  handInExpired,
  cachedHandIn,
  lockAndFind,
  showHandIn,
} from './hand-in.store.ts';
import { listMyQuizzes } from './my-quizzes.reader.ts';
import { listProfileCourses } from './profile-courses.reader.ts';
import { cacheAnswer } from './quiz-cache.ts';
import {
  addedAttempt,
  readToStart,
  startQuery,
  tryToStart,
  withQuestions,
  type StartRow,
} from './start-attempt.store.ts';

interface TakingContext {
  database: Database;
  imageUrl: ImageUrl;
}

/** Hands in the viewer's expired attempts, then lists their quizzes. */
export async function readMyQuizzes(database: Database, tenantId: number, viewer: CourseViewer) {
  await handInExpiredOf(database, tenantId, { memberId: viewer.id });
  return listMyQuizzes(database.reader(tenantId), viewer);
}

/** Handlers of a member's calls: their quizzes, and the attempt that they take. */
export const takingHandlers = ({ database }: Platform, imageUrl: ImageUrl) => {
  const context = { database, imageUrl };
  return {
    mine: withoutTransaction((_platform, call) =>
      readMyQuizzes(database, call.school.tenant.id, courseViewer(call)),
    ),

    start: hotWrite(({ school, params }) =>
      prepared({
        ...startQuery(school.tenant.id, params.id),
        answer: async (call, row) => ({
          data: await startOrResume(context, call, orNotFound(row)),
        }),
      }),
    ),

    attempt: withoutTransaction(async (_platform, call) => ({
      data: await readAttempt(context, call),
    })),

    profileCourses: withoutTransaction(async (_platform, call) => ({
      data: await listProfileCourses(
        database.reader(call.school.tenant.id),
        courseViewer(call),
        call.params.id,
      ),
    })),

    answer: hotWrite(({ params, body }) => {
      const values = saveAnswerValues(params.id, body);
      return prepared({
        query: saveAnswer,
        values,
        answer: async (call, row) => {
          const data = savedAnswer(row);
          const { questionId: question_id, optionIds: option_ids } = values;
          cacheAnswer(call.school.tenant.id, params.id, { question_id, option_ids });
          return { data };
        },
      });
    }),

    finish: hotWrite(({ school, params, body }) => {
      const values = { attemptId: params.id };
      const cached = cachedHandIn(school.tenant.id, params.id, body.answers ?? []);
      if (!cached)
        return prepared({
          query: ownAttempt,
          values,
          answer: async (call, row) => ({ data: await finish(context, call, row) }),
        });
      return prepared({
        ...cached,
        answer: async (call, row) => {
          const viewer = takerOf(call);
          const reader = database.reader(school.tenant.id);
          const done = cached.result(orNotFound(row));
          if (done) return { data: await showHandIn(reader, done, viewer, imageUrl) };
          const attempt = await runViewerQuery(reader, call.member, ownAttempt, values);
          return { data: await finish(context, call, attempt) };
        },
      });
    }),
  } satisfies Partial<Handlers<typeof quizzes>>;
};

/** The viewer of a hand-in. Staff who take a quiz see no more of it than students. */
const takerOf = (call: Call<typeof quizzes.finish>) => ({ ...courseViewer(call), staff: false });

/** A start that lost a race reads the winner's attempt. More than one round is rare. */
const MAX_STARTS = 5;

/** A second start answers the attempt that is open. An expired one is handed in first. */
async function startOrResume(
  { database, imageUrl }: TakingContext,
  call: Call<typeof quizzes.start>,
  row: StartRow,
): Promise<Attempt> {
  const tenantId = call.school.tenant.id;
  const added = addedAttempt(tenantId, row, imageUrl);
  if (added) return added;
  const viewer = courseViewer(call);
  const quizId = call.params.id;
  const read = () => readToStart(database.reader(tenantId), viewer, quizId);
  let quiz = withQuestions(tenantId, row) ?? (await read());
  for (let tries = 0; tries < MAX_STARTS; tries += 1) {
    const begun = await tryToStart(database.writer(tenantId), viewer, quiz, imageUrl);
    if (begun && 'id' in begun) return begun;
    if (begun?.late) await handInExpiredOf(database, tenantId, { quizId, memberId: viewer.id });
    else if (begun) {
      const own = await findAttempt(database.reader(tenantId), viewer, begun.open);
      if (!own.finished_at) return showAttempt(own, viewer, imageUrl);
    }
    quiz = await read();
  }
  throw busy();
}

/**
 * Hands in by one statement, or by a transaction where lessons or rewards depend on it. A late
 * hand-in is refused and changes nothing: the server hands in the answers that were stored in time.
 */
async function finish(
  { database, imageUrl }: TakingContext,
  call: Call<typeof quizzes.finish>,
  row: OpenAttemptRow | undefined,
) {
  const tenantId = call.school.tenant.id;
  const viewer = takerOf(call);
  const handedIn = await handInOwn(database, call, withAnswers(orNotFound(row)));
  if (!handedIn) {
    await handInExpiredOf(database, tenantId, { memberId: viewer.id });
    throw deadlinePassed();
  }
  sendPointsHeader(call.reply, handedIn.points);
  return showHandIn(database.reader(tenantId), handedIn, viewer, imageUrl);
}

/** Returns null for a late hand-in. Throws 409 for an attempt that is finished. */
async function handInOwn(
  database: Database,
  call: Call<typeof quizzes.finish>,
  found: OpenAttempt,
) {
  const tenantId = call.school.tenant.id;
  const viewer = takerOf(call);
  const mergedAnswers = (attempt: OpenAttempt) => {
    if (attempt.finished_at) throw finished();
    return attempt.late ? null : mergeAnswers(attempt, call.body.answers ?? []);
  };
  const answers = mergedAnswers(found);
  if (!answers) return null;
  const handInLocked = async (tx: TenantTransaction) => {
    const attempt = await lockAndFind(tx, viewer, call.params.id);
    const lockedAnswers = mergedAnswers(attempt);
    return lockedAnswers && handIn(tx, attempt, lockedAnswers);
  };
  return (
    (await handInAlone(database.writer(tenantId), found, answers)) ??
    (await database.transaction(tenantId, handInLocked))
  );
}

/** Reads an attempt, and records that staff viewed it. An expired one is handed in first. */
async function readAttempt(
  { database, imageUrl }: TakingContext,
  call: Call<typeof quizzes.attempt>,
) {
  const tenantId = call.school.tenant.id;
  const viewer = courseViewer(call);
  const reader = database.reader(tenantId);
  const attempt = await findAttempt(reader, viewer, call.params.id);
  const { quiz_id: quizId, member_id: memberId } = attempt;
  if (memberId !== viewer.id)
    await recordView(database.writer(tenantId), { memberId, viewerId: viewer.id, what: 'attempt' });
  if (!attempt.late) return showAttempt(attempt, viewer, imageUrl);
  await handInExpiredOf(database, tenantId, { quizId, memberId });
  return showAttempt(await findAttempt(reader, viewer, call.params.id), viewer, imageUrl);
}

const handInExpiredOf = (
  database: Database,
  tenantId: number,
  whose: Parameters<typeof handInExpired>[1],
) => database.transaction(tenantId, (tx) => handInExpired(tx, whose));
