import { messages, quizzes, type Attempt } from '@vitrine/contract/quizzes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { hotRead, withoutTransaction, type Call } from '../../kit/call.ts';
import { courseViewer } from '../../kit/course-access.ts';
import { sendCsv } from '../../kit/csv.ts';
import { mount } from '../../kit/mount.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import { recordView } from '../../kit/record-views.ts';
import { fileUrl } from '../../kit/store-files.ts';
import { busy, orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepAnswer, mergeAnswers } from './answers.store.ts';
import {
  deadlinePassed,
  findAttempt,
  finished,
  ownAttempt,
  showAttempt,
  withAnswers,
  type OpenAttempt,
} from './attempts.store.ts';
import {
  EXPIRED_BATCH,
  handIn,
  handInAlone,
  handInExpired,
  lockAndFind,
  showHandIn,
} from './hand-in.store.ts';
import { grantAttempt, listMemberAttempts } from './member-attempts.store.ts';
import { listMyQuizzes } from './my-quizzes.store.ts';
import { renderQuestions } from './question-formulas.ts';
import {
  addQuiz,
  changeQuiz,
  listQuizzes,
  publishQuiz,
  readQuestions,
  readQuiz,
  removeQuiz,
  saveQuestions,
  withPictureUrls,
} from './quizzes.store.ts';
import { countHandIns } from './result-totals.store.ts';
import { exportBatches, exportColumns } from './results-file.store.ts';
import {
  listOpenAttempts,
  listPlotted,
  listStudents,
  listStudentsOf,
  readQuestionScores,
  readTotals,
} from './results.store.ts';
import { readToStart, readyToStart, tryToStart, type ReadyToStart } from './start-attempt.store.ts';

export function mountQuizzes(app: FastifyInstance, platform: Platform) {
  const { database } = platform;
  const imageUrl = (path: string) => fileUrl(platform, path, 'lesson_image');

  mount(
    app,
    platform,
    'quizzes',
    quizzes,
    {
      create: async (tx, { body, t }) => [
        t(messages.created),
        201,
        { data: await addQuiz(tx, body) },
      ],
      show: async (tx, { params, t }) => [
        t(messages.listed),
        200,
        { data: await readQuiz(tx, params.id) },
      ],
      update: async (tx, { params, body, t }) => [
        t(messages.updated),
        200,
        { data: await changeQuiz(tx, params.id, body) },
      ],
      list: async (tx, { t }) => [t(messages.listed), 200, { data: await listQuizzes(tx) }],
      remove: async (tx, { params, t }) => {
        await removeQuiz(tx, params.id);
        return { message: t(messages.removed) };
      },

      questions: async (tx, { params }) => ({
        data: withPictureUrls(await readQuestions(tx, params.id), imageUrl),
      }),
      saveQuestions: withoutTransaction(async (_platform, call) => {
        const { school, params, body } = call;
        const tenantId = school.tenant.id;
        const before = await database.readTransaction(tenantId, (tx) =>
          readQuestions(tx, params.id),
        );
        const rendered = await renderQuestions(
          { tenantId, account: call.member.id },
          body.questions,
          before.questions,
        );
        return database.transaction(tenantId, async (tx) => {
          const saved = await saveQuestions(tx, params.id, body, rendered);
          await writeAuditEntry(tx, 'quizzes.saveQuestions', call);
          return { data: withPictureUrls(saved, imageUrl) };
        });
      }),

      publish: async (tx, { params, body }) => ({
        data: await publishQuiz(tx, params.id, body),
      }),

      results: withoutTransaction(async (_platform, { school, params, query }) => {
        const tenantId = school.tenant.id;
        const reader = database.reader(tenantId);
        await handInAllExpired(tenantId, params.id);
        await database.transaction(tenantId, (tx) => countHandIns(tx, params.id));
        const [all, open, plotted, students] = await Promise.all([
          readTotals(reader, params.id, query.attempt, imageUrl),
          listOpenAttempts(reader, params.id),
          query.cursor === undefined ? listPlotted(reader, params.id, query.attempt) : undefined,
          listStudents(reader, params.id, query),
        ]);
        return { data: { ...all, open, ...(plotted && { plotted }), students } };
      }),
      students: withoutTransaction(async (_platform, { school, params, query }) => {
        const tenantId = school.tenant.id;
        if (query.attempt && query.cursor === undefined)
          await database.transaction(tenantId, (tx) => countHandIns(tx, params.id));
        return listStudentsOf(database.reader(tenantId), params.id, query);
      }),
      questionScores: withoutTransaction(async (_platform, { school, params, query }) => ({
        data: await readQuestionScores(
          database.reader(school.tenant.id),
          params.id,
          params.questionId,
          query.attempt,
        ),
      })),
      exportResults: withoutTransaction(async (_platform, call) => {
        const { school, params, query, reply } = call;
        const tenantId = school.tenant.id;
        await handInAllExpired(tenantId, params.id);
        const { profiles } = await database.transaction(tenantId, async (tx) => {
          await writeAuditEntry(tx, 'quizzes.exportResults', call);
          await countHandIns(tx, params.id);
          return readQuestions(tx, params.id);
        });
        const titles = new Map(profiles.map(({ key, title }) => [key, title]));
        const batches = exportBatches(
          database.reader(tenantId),
          { quizId: params.id, counted: query.attempt ?? null },
          titles,
        );
        await sendCsv(reply, `avaliacao-${params.id}.csv`, exportColumns, batches);
      }),
      memberAttempts: async (tx, { params }) => {
        await readQuiz(tx, params.id);
        return { data: await listMemberAttempts(tx, params.id, params.memberId) };
      },
      grantAttempt: async (tx, { params }) => {
        await readQuiz(tx, params.id);
        return { data: await grantAttempt(tx, params.id, params.memberId) };
      },
      closeAttempt: async (tx, call) => {
        const viewer = courseViewer(call);
        const attempt = await lockAndFind(tx, viewer, call.params.id);
        if (attempt.finished_at) throw finished();
        const done = await handIn(tx, attempt, attempt.answers);
        return { data: await showHandIn(tx, done, viewer, imageUrl) };
      },

      mine: withoutTransaction(async (_platform, call) => {
        const tenantId = call.school.tenant.id;
        await handInExpiredOf(tenantId, { memberId: call.member.id });
        return listMyQuizzes(database.reader(tenantId), courseViewer(call));
      }),

      start: hotRead({
        query: readyToStart,
        values: ({ params }) => ({ quizId: params.id }),
        answer: async (_platform, call, quiz) => ({ data: await start(call, orNotFound(quiz)) }),
      }),

      attempt: withoutTransaction(async (_platform, call) => {
        const viewer = courseViewer(call);
        const tenantId = call.school.tenant.id;
        const reader = database.reader(tenantId);
        const found = await findAttempt(reader, viewer, call.params.id);
        if (found.member_id !== viewer.id)
          await recordView(database.writer(tenantId), {
            memberId: found.member_id,
            viewerId: viewer.id,
            what: 'attempt',
          });
        if (!found.late) return { data: showAttempt(found, viewer, imageUrl) };
        await handInExpiredOf(tenantId, { quizId: found.quiz_id, memberId: found.member_id });
        const handedIn = await findAttempt(reader, viewer, call.params.id);
        return { data: showAttempt(handedIn, viewer, imageUrl) };
      }),

      answer: withoutTransaction(async (_platform, call) => ({
        data: await keepAnswer(
          database.writer(call.school.tenant.id),
          courseViewer(call),
          call.params.id,
          call.body,
        ),
      })),

      finish: hotRead({
        query: ownAttempt,
        values: ({ params }) => ({ attemptId: params.id }),
        answer: async (_platform, call, row) => ({
          data: await finish(call, withAnswers(orNotFound(row))),
        }),
      }),
    },
    { subject: 'quizzes', subjects: { answer: isOwn, finish: isOwn } },
  );

  const handInExpiredOf = (tenantId: number, whose: Parameters<typeof handInExpired>[1]) =>
    database.transaction(tenantId, (tx) => handInExpired(tx, whose));

  /** Batch after batch: each attempt is handed in once, so the next reader waits for none of them. */
  async function handInAllExpired(tenantId: number, quizId: number) {
    let handedIn: number;
    do handedIn = await handInExpiredOf(tenantId, { quizId });
    while (handedIn === EXPIRED_BATCH);
  }

  /** A second start answers the attempt that is open. An expired one is handed in first. */
  async function start(call: Call<typeof quizzes.start>, found: ReadyToStart): Promise<Attempt> {
    const tenantId = call.school.tenant.id;
    const viewer = courseViewer(call);
    const quizId = call.params.id;
    let quiz = found;
    for (let tries = 0; tries < MAX_STARTS; tries += 1) {
      const begun = await tryToStart(database.writer(tenantId), viewer, quiz, imageUrl);
      if (begun && 'id' in begun) return begun;
      if (begun?.late) await handInExpiredOf(tenantId, { quizId, memberId: viewer.id });
      else if (begun) {
        const own = await findAttempt(database.reader(tenantId), viewer, begun.open);
        if (!own.finished_at) return showAttempt(own, viewer, imageUrl);
      }
      quiz = await readToStart(database.reader(tenantId), viewer, quizId);
    }
    throw busy();
  }

  /** Hands in by one statement, or by a transaction where lessons or rewards depend on it. */
  async function finish(call: Call<typeof quizzes.finish>, found: OpenAttempt) {
    const tenantId = call.school.tenant.id;
    const viewer = { ...courseViewer(call), staff: false };
    const answersOf = (attempt: OpenAttempt) => {
      if (attempt.finished_at) throw finished();
      return attempt.late ? null : mergeAnswers(attempt, call.body.answers ?? []);
    };
    const given = answersOf(found);
    const done =
      given &&
      ((await handInAlone(database.writer(tenantId), found, given)) ??
        (await database.transaction(tenantId, async (tx) => {
          const attempt = await lockAndFind(tx, viewer, call.params.id);
          const answers = answersOf(attempt);
          return answers && handIn(tx, attempt, answers);
        })));
    if (!done) {
      // The late hand-in is refused and changes nothing. The server hands in the answers stored in
      // time.
      await handInExpiredOf(tenantId, { memberId: viewer.id });
      throw deadlinePassed();
    }
    sendPointsHeader(call.reply, done.points);
    return showHandIn(database.reader(tenantId), done, viewer, imageUrl);
  }
}

/** Another member's attempt is 404, even where the body is wrong too. */
const isOwn = (tx: TenantTransaction, id: number, { member }: FastifyRequest['vitrine']) =>
  findAttempt(tx, { id: member!.id, staff: false }, id);

/** A start that lost a race reads the winner's attempt. More than one round is rare. */
const MAX_STARTS = 5;
