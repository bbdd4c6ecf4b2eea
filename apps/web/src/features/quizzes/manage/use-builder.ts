import { useQueryClient } from '@tanstack/react-query';
import { messages } from '@vitrine/contract/messages';
import { idIn, pages } from '@vitrine/contract/pages';
import { quizzes, type Questions } from '@vitrine/contract/quizzes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUndoHistory } from '../../../kit/forms/draft-history.ts';
import { conflictOf, type Conflict } from '../../../kit/forms/draft-save.ts';
import { useFormKeys } from '../../../kit/forms/form-keys.ts';
import { useLeaveGuard } from '../../../kit/forms/leave-guard.tsx';
import { refresh } from '../../../kit/queries/contract-mutation.ts';
import { isEqual } from '../../../kit/state/is-equal.ts';
import { address, ApiError, call } from '../../../platform/api.ts';
import { keyOfAddress } from '../../../platform/query-client.ts';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { quizReads } from '../quizzes.queries.ts';
import {
  addIds,
  edited,
  idsOf,
  inOrderOf,
  hasTooLongTexts,
  keepIds,
  pathOf,
  sendable,
  withIds,
  type EditedQuiz,
} from './builder-state.ts';
import { currentOf } from './current-of.ts';

/** After the last key, in ms. */
const SAVE_DELAY_MS = 800;

/** Until the same words are sent again after a lost connection or a busy server, in ms. */
const RETRY_MS = 10_000;

/** Maximum number of tries of a save while others save the settings. */
const MAX_TRIES = 5;

/**
 * The state of the last save. `stale`: somebody else has saved, and the author chooses what stays.
 * `refused`: the server will not take these words, however often they are sent. `blocked`: a text is
 * too long, and its field says so.
 */
export type SaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'saving' }
  | { kind: 'blocked' }
  | { kind: 'failed'; message: string; stale: boolean; refused: boolean; quiz: EditedQuiz };

/**
 * The questions of a quiz, saved while the author types. A second save waits for the first one's
 * ids.
 */
export function useBuilder(id: number, read: Questions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [quiz, setQuiz] = useState<EditedQuiz>(() => edited(read));
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null });
  const [saved, setSaved] = useState(() => sendable(quiz).body);
  // The server's last answer, with rendered texts and images for the preview.
  const [served, setServed] = useState(read);
  const [conflict, setConflict] = useState<Conflict<Questions> | null>(null);
  // The questions on which the next save builds.
  const known = useRef(read);
  const running = useRef<Promise<boolean> | null>(null);
  // The quiz before the first order that is not saved yet.
  const beforeOrder = useRef<EditedQuiz | null>(null);
  const [ids] = useState(() => idsOf(read));
  const { body, sent } = sendable(quiz);
  const dirty = !sameWords(body, saved);
  const blocked = dirty && hasTooLongTexts(body);

  /** `again` sends words that have failed before, and leaves their message in its place. */
  async function save({ again = false } = {}): Promise<boolean> {
    if (running.current || blocked || !dirty) return !dirty;
    running.current = send(again).finally(() => {
      running.current = null;
    });
    return running.current;
  }

  async function send(again: boolean) {
    const ordered = beforeOrder.current;
    const stateBefore = state;
    if (!again) setState({ kind: 'saving' });
    try {
      const data = await saveOn(known.current, id, withIds({ sent, body }, ids));
      known.current = data;
      keepIds(ids, sent, data.questions);
      setSaved(body);
      setServed(data);
      setState(savedNow());
      if (ordered === beforeOrder.current) beforeOrder.current = null;
      const key = keyOfAddress(address(quizzes.questions, { params: { id } }));
      client.setQueryData(key, (shown: object | undefined) => shown && { data });
      void refresh(client, quizReads);
      return true;
    } catch (error) {
      const { message, status } = error as ApiError;
      const newer = conflictOf(error, (data) => data as Questions);
      setConflict(newer);
      const stale = newer !== null;
      const refused = status >= 400 && status < 500 && status !== 429;
      const back = ordered && !stale ? rollBackOrder(ordered) : null;
      // Without another change, everything is saved.
      if (back && sameWords(sendable(back).body, saved)) setState(settled(stateBefore));
      else setState({ kind: 'failed', message, stale, refused, quiz });
      return false;
    }
  }

  function rollBackOrder(before: EditedQuiz) {
    beforeOrder.current = null;
    setQuiz((now) => inOrderOf(now, before));
    toast.error(t(messages.orderFailed));
    return inOrderOf(quiz, before);
  }

  /** Shows the questions that somebody else has saved. Undo brings back the author's own. */
  function load(theirs: Questions) {
    known.current = theirs;
    beforeOrder.current = null;
    addIds(ids, theirs);
    setQuiz(edited(theirs));
    setSaved(asSent(theirs));
    setServed(theirs);
    setState({ kind: 'saved', at: null });
  }

  function reorder(next: EditedQuiz) {
    beforeOrder.current ??= quiz;
    setQuiz(next);
  }

  useSaveAfterPause({ dirty: dirty && !blocked, quiz, state, save });
  const { undo, redo } = useUndoHistory(quiz, setQuiz);
  useFormKeys({ save: () => void save(), undo, redo });
  useLeaveGuard({
    dirty,
    // The save that runs may lack what was written since.
    async save() {
      await running.current;
      return save();
    },
    discard: () => setSaved(body),
    // The other tabs of the builder are the same page: what waits there is saved there.
    staysAt: ({ pathname, search }) =>
      pathname === pages.quizBuilder.path && idIn(new URLSearchParams(search).get('id')) === id,
  });

  const waitingState = dirty && state.kind === 'saved' ? ({ kind: 'saving' } as const) : state;
  return {
    quiz,
    served,
    change: setQuiz,
    /** As `change`, for another order: it rolls back where it cannot be saved. */
    reorder,
    state: blocked ? ({ kind: 'blocked' } as const) : waitingState,
    retry: () => void save(),
    conflict: conflict && {
      ...conflict,
      reload() {
        setConflict(null);
        load(conflict.current);
      },
      overwrite() {
        setConflict(null);
        known.current = conflict.current;
        void save();
      },
      close: () => setConflict(null),
    },
    undo,
    redo,
  };
}

/** The questions that are edited, and the ways to change them. */
export type QuizBuilder = ReturnType<typeof useBuilder>;

interface SaveAfterPauseOptions {
  dirty: boolean;
  quiz: EditedQuiz;
  state: SaveState;
  save: (options: { again: boolean }) => Promise<boolean>;
}

/** Saves when the author has paused, and again after a failure that may pass. */
function useSaveAfterPause({ dirty, quiz, state, save }: SaveAfterPauseOptions) {
  const again = state.kind === 'failed' && state.quiz === quiz;
  const waits = state.kind === 'failed' && (state.stale || (again && state.refused));
  const saveNow = useEffectEvent(() => void save({ again }));
  useEffect(() => {
    if (!dirty || waits) return;
    const timer = setTimeout(() => saveNow(), again ? RETRY_MS : SAVE_DELAY_MS);
    const online = () => saveNow();
    if (again) addEventListener('online', online);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', online);
    };
    // Depends on `state` too: text typed during a save is saved after it.
  }, [dirty, quiz, state, again, waits]);
}

/**
 * Saves the questions with the known version. The settings share this version. If only they were
 * saved meanwhile, it retries with theirs.
 */
async function saveOn(known: Questions, id: number, body: Body, tries = 1): Promise<Questions> {
  try {
    const { data } = await call(quizzes.saveQuestions, {
      params: { id },
      body: { ...body, version: known.version },
    });
    return data;
  } catch (error) {
    const now = currentOf<Questions>(error);
    if (!now || tries === MAX_TRIES || !sameWords(asSent(now), asSent(known))) throw error;
    return saveOn(now, id, body, tries + 1);
  }
}

const savedNow = (): SaveState => ({ kind: 'saved', at: new Date() });

/** The state before a save that changed nothing. */
const settled = (state: SaveState): SaveState =>
  state.kind === 'saved' ? state : { kind: 'saved', at: null };

/** Compares without signatures, which differ in each answer. */
const sameWords = (one: Body, other: Body) => isEqual(wordsOf(one), wordsOf(other));
const asSent = (questions: Questions) => sendable(edited(questions)).body;
type Body = ReturnType<typeof sendable>['body'];
const wordsOf = ({ questions, profiles }: Body) => ({
  questions: questions.map((question) => ({ ...question, image: pathOf(question.image) })),
  profiles: profiles.map((profile) => ({ ...profile, image: pathOf(profile.image) })),
});
