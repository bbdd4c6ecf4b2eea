import { messages, type quizzes } from '@vitrine/contract/quizzes';
import { withPreparation, type Handlers } from '../../kit/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ImageUrl } from './attempts.reader.ts';
import { renderQuestions } from './question-formulas.ts';
import { readQuestions, saveQuestions, withImageUrls } from './questions.store.ts';
import {
  addQuiz,
  changeQuiz,
  listQuizzes,
  publishQuiz,
  readQuiz,
  removeQuiz,
} from './quizzes.store.ts';

/** Handlers of the calls by which an owner writes a quiz (A section 7, contract, Quizzes). */
export const authoringHandlers = ({ database }: Platform, imageUrl: ImageUrl) =>
  ({
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
      data: withImageUrls(await readQuestions(tx, params.id), imageUrl),
    }),
    saveQuestions: withPreparation(
      async (_platform, { school, member, params, body }) => {
        const tenantId = school.tenant.id;
        const before = await database.readTransaction(tenantId, (tx) =>
          readQuestions(tx, params.id),
        );
        return renderQuestions({ tenantId, account: member.id }, body.questions, before.questions);
      },
      async (tx, { params, body }, rendered) => ({
        data: withImageUrls(await saveQuestions(tx, params.id, body, rendered), imageUrl),
      }),
    ),

    publish: async (tx, { params, body }) => ({
      data: await publishQuiz(tx, params.id, body),
    }),
  }) satisfies Partial<Handlers<typeof quizzes>>;
