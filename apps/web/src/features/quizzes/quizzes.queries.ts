import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { home } from '@vitrine/contract/home';
import { me } from '@vitrine/contract/me';
import { quizzes, type CountedAttempt, type StudentOrder } from '@vitrine/contract/quizzes';
import { rewards } from '@vitrine/contract/rewards';
import { useCallback, useEffect } from 'react';
import { useContractCursor } from '../../kit/queries/contract-cursor.ts';
import { refresh, useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { address } from '../../platform/api.ts';

/** Lessons are among the refreshed queries, because they name their quiz and its state. */
export const quizReads = [
  quizzes.list,
  quizzes.show,
  quizzes.mine,
  catalog.showLesson,
  catalog.showCourse,
  catalog.showModule,
];

/** Lists the school's quizzes, fresh for 30 minutes (A section 9). */
export const useQuizzes = () =>
  useContractQuery(quizzes.list, {}, { staleTime: freshness.halfHour });

/** A quiz without its questions, fresh for 30 minutes (A section 9). */
export const useQuiz = (id: number) =>
  useContractQuery(quizzes.show, { params: { id } }, { staleTime: freshness.halfHour });

/** Adds a quiz. A repeated request adds no second one. */
export const useAddQuiz = () =>
  useContractMutation(quizzes.create, { refreshes: quizReads, success: true, once: true });
/** Saves the settings of a quiz. 409 with the current quiz if somebody else saved since. */
export const useChangeQuiz = () =>
  useContractMutation(quizzes.update, { refreshes: quizReads, success: true });
/** Shows a quiz to students, or hides it. 409 without questions, 422 if one is incomplete. */
export const usePublishQuiz = () => useContractMutation(quizzes.publish, { refreshes: quizReads });
/** Deletes a quiz with its attempts. */
export const useRemoveQuiz = () =>
  useContractMutation(quizzes.remove, {
    refreshes: [...quizReads, rewards.list],
    removesFrom: quizzes.list,
    success: true,
  });

/**
 * Reads the questions each time the builder opens, because it saves with the version that it has
 * read.
 */
export const useQuestions = (id: number) =>
  useContractQuery(quizzes.questions, { params: { id } }, { staleTime: Infinity, gcTime: 0 });

const resultReads = [quizzes.results, quizzes.students, quizzes.questionScores];

/** Gives one more attempt of a quiz to one student. */
export const useGrantAttempt = () =>
  useContractMutation(quizzes.grantAttempt, { refreshes: [quizzes.memberAttempts], failure: true });
/** Hands in a student's open attempt with what was stored. The results count it at once. */
export const useCloseAttempt = () =>
  useContractMutation(quizzes.closeAttempt, {
    refreshes: [quizzes.memberAttempts, ...resultReads],
  });
/** One student's attempts of a quiz, the latest first. */
export const useMemberAttempts = (id: number, memberId: number) =>
  useContractQuery(quizzes.memberAttempts, { params: { id, memberId } }, readOnReturn);

/** A CSV of the attempts that were handed in: all, or one of each student. */
export const exportAddress = (id: number, attempt?: CountedAttempt) =>
  address(quizzes.exportResults, { params: { id }, query: { attempt } });

/** Refetch interval while a job hands in attempts, in ms. */
const HANDING_IN_MS = 3_000;

/** Reads the results. Those of the previous choice stay until the new ones have loaded. */
export const useResults = (id: number, attempt: CountedAttempt) =>
  useContractQuery(
    quizzes.results,
    { params: { id }, query: { attempt } },
    {
      ...readOnReturn,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.data.handing_in ? HANDING_IN_MS : false),
    },
  );

/**
 * Counts the attempts that are deleted with a quiz, anew for each dialog. Null reads nothing.
 */
export const useHandedIn = (id: number | null) =>
  useContractQuery(
    quizzes.results,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  );

/**
 * Reads the scores behind the answers to a question. Those of the previous choice stay meanwhile.
 */
export const useQuestionScores = (id: number, questionId: number, attempt: CountedAttempt) =>
  useContractQuery(
    quizzes.questionScores,
    { params: { id, questionId }, query: { attempt } },
    { ...readOnReturn, placeholderData: keepPreviousData },
  );

interface StudentsQuery {
  q: string;
  /** The key of their profile. */
  profile: string | undefined;
  attempt: CountedAttempt;
  order: StudentOrder;
}

/** The students of the results by name and profile, as far as they were read. */
export function useStudents(id: number, { q, profile, attempt, order }: StudentsQuery) {
  const query = useContractCursor(
    quizzes.students,
    { params: { id }, query: { q, profile, attempt, order } },
    { ...readOnReturn, placeholderData: keepPreviousData, keyOf: ({ member }) => member.id },
  );
  const { items, hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A page of a search looks at some of the students only, and may find none of them.
  const isSearch = q !== '' || profile !== undefined;
  const goesOn = isSearch && hasNextPage && !isFetching && !isError && items.length < MIN_FOUND;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return { ...query, searches: isSearch && (isFetching || goesOn) };
}

/** Students that a search finds before it waits for the reader. */
const MIN_FOUND = 10;

// The student's side ------------------------------------------------------------------------------

/** The quizzes that the viewer may take, with attempts left and the best result. */
export const useMyQuizzes = () => useContractQuery(quizzes.mine, {}, readOnReturn);

/** Begins an attempt, or returns the open one. */
export const useStart = () => useContractMutation(quizzes.start, { refreshes: [quizzes.mine] });

/** Reads an attempt as the server has it now: another device may have continued it. */
export const useQuizAttempt = (id: number) =>
  useContractQuery(quizzes.attempt, { params: { id } }, { staleTime: 0, gcTime: 0 });

/** The courses that fit the profile of the viewer's own attempt. */
export const useProfileCourses = (attemptId: number) =>
  useContractQuery(quizzes.profileCourses, { params: { id: attemptId } });

/** A quiz may finish its lesson, which changes the lesson, its course, home and the rewards to earn. */
const endReads = [
  quizzes.mine,
  quizzes.attempt,
  home.show,
  catalog.showLesson,
  catalog.showCourse,
  catalog.showModule,
  me.courses,
  rewards.next,
];

/** Hands in. It may finish the quiz's lesson, so that is read again, too. */
export const useFinish = () => useContractMutation(quizzes.finish, { refreshes: endReads });

/** Refreshes after an attempt that ended by its time or on another page. */
export function useRefreshEnded() {
  const client = useQueryClient();
  return useCallback(() => void refresh(client, endReads), [client]);
}
