import type { quizzes } from '@vitrine/contract/quizzes';
import { courseViewer } from '../../kit/access/course-access.ts';
import { writeAuditEntry } from '../../kit/audit.ts';
import { sendCsv } from '../../kit/csv.ts';
import { withoutTransaction, type Handlers } from '../../kit/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { finished, type ImageUrl } from './attempts.reader.ts';
import {
  handIn,
  handInAllExpired,
  handInSomeExpired,
  lockAndFind,
  showHandIn,
} from './hand-in.store.ts';
import { grantAttempt, listMemberAttempts } from './member-attempts.store.ts';
import { readQuestionScores } from './question-scores.reader.ts';
import { readQuestions } from './questions.store.ts';
import { readQuiz } from './quizzes.store.ts';
import {
  listOpenAttempts,
  listPlotted,
  listStudents,
  listStudentsOf,
} from './result-students.reader.ts';
import { countHandIns } from './result-totals.store.ts';
import { exportBatches, exportColumns } from './results-file.reader.ts';
import { readTotals } from './results.reader.ts';

/**
 * Handlers of the calls by which an owner reads the results of a quiz, and changes a student's
 * attempts.
 */
export const resultHandlers = ({ database }: Platform, imageUrl: ImageUrl) =>
  ({
    results: withoutTransaction(async (_platform, { school, params, query }) => {
      const tenantId = school.tenant.id;
      const reader = database.reader(tenantId);
      const handingIn = await handInSomeExpired(database, tenantId, params.id);
      await database.transaction(tenantId, (tx) => countHandIns(tx, params.id));
      const [all, open, plotted, students] = await Promise.all([
        readTotals(reader, params.id, query.attempt, imageUrl),
        listOpenAttempts(reader, params.id),
        query.cursor === undefined ? listPlotted(reader, params.id, query.attempt) : undefined,
        listStudents(reader, params.id, query),
      ]);
      return {
        data: { ...all, open, handing_in: handingIn, ...(plotted && { plotted }), students },
      };
    }),
    students: withoutTransaction(async (_platform, { school, params, query }) => {
      const tenantId = school.tenant.id;
      if ((query.attempt || query.order) && query.cursor === undefined)
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
      const { school, member, params, query, reply, t } = call;
      const tenantId = school.tenant.id;
      // A file without some of the attempts would be wrong for ever.
      await handInAllExpired(database, tenantId, params.id);
      const { profiles } = await database.transaction(tenantId, async (tx) => {
        writeAuditEntry(tx, 'quizzes.exportResults', call);
        await countHandIns(tx, params.id);
        return readQuestions(tx, params.id);
      });
      const titles = new Map(profiles.map(({ key, title }) => [key, title]));
      const batches = exportBatches(
        database.reader(tenantId),
        { quizId: params.id, counted: query.attempt ?? null, readerId: member.id },
        call,
        titles,
      );
      const filename = t('avaliacao-{{id}}.csv', { id: String(params.id) });
      await sendCsv(reply, filename, exportColumns(t), batches);
    }),
    memberAttempts: async (tx, { params }) => {
      await readQuiz(tx, params.id);
      return listMemberAttempts(tx, params.id, params.memberId);
    },
    grantAttempt: async (tx, { params }) => {
      await readQuiz(tx, params.id);
      return { data: await grantAttempt(tx, params.id, params.memberId) };
    },
    closeAttempt: async (tx, call) => {
      const viewer = courseViewer(call);
      const attempt = await lockAndFind(tx, viewer, call.params.id);
      if (attempt.finished_at) throw finished();
      const handedIn = await handIn(tx, attempt, attempt.answers);
      return { data: await showHandIn(tx, handedIn, viewer, imageUrl) };
    },
  }) satisfies Partial<Handlers<typeof quizzes>>;
