import { useQueryClient } from '@tanstack/react-query';
import { messages } from '@vitrine/contract/messages';
import { quizzes, type Questions } from '@vitrine/contract/quizzes';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { conflictOf } from '../../../kit/forms/draft-save.ts';
import { useConflict } from '../../../kit/forms/use-conflict.ts';
import { refresh } from '../../../kit/queries/contract-mutation.ts';
import { contractKey } from '../../../kit/queries/contract-query.ts';
import { isAnswerLost, type ApiError } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { quizReads } from '../quizzes.queries.ts';
import {
  addIds,
  edited,
  hasTooLongTexts,
  idsOf,
  inOrderOf,
  keepIds,
  sendable,
  withIds,
  type EditedQuiz,
  type Sendable,
} from './builder-state.ts';
import { currentOf } from './current-of.ts';
import { asSent, sameWords, saveQuestions } from './save-questions.ts';

/** After the last key, in ms. */
const SAVE_DELAY_MS = 800;

/** Until the same words are sent again after a lost connection or a busy server, in ms. */
const RETRY_MS = 10_000;

/**
 * The state of the last save. `stale`: somebody else has saved, and the author chooses what stays.
 * `refused`: the server will not take these words, however often they are sent. `blocked`: a text is
 * too long, and its field says so.
 */
export type QuestionSaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'saving' }
  | { kind: 'blocked' }
  | { kind: 'failed'; message: string; stale: boolean; refused: boolean; quiz: EditedQuiz };

interface QuestionSavesOptions {
  quiz: EditedQuiz;
  setQuiz: Dispatch<SetStateAction<EditedQuiz>>;
}

/**
 * Saves the questions when the author has paused. A second save waits for the first one's ids.
 * `read`: the questions that the page loaded.
 */
export function useQuestionSaves(
  id: number,
  read: Questions,
  { quiz, setQuiz }: QuestionSavesOptions,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [state, setState] = useState<QuestionSaveState>({ kind: 'saved', at: null });
  const [saved, setSaved] = useState(() => sendable(quiz).body);
  // The server's last answer, with rendered texts and images for the preview.
  const [served, setServed] = useState(read);
  const { conflict, setConflict } = useConflict<Questions>({
    // Undo brings back the author's own questions.
    onReload: load,
    onOverwrite({ current }) {
      setConflict(null);
      known.current = current;
      void save();
    },
  });
  // The questions on which the next save builds.
  const known = useRef(read);
  const running = useRef<Promise<boolean> | null>(null);
  // The saves that got no answer. The server may have stored them.
  const unanswered = useRef<Sendable[]>([]);
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
      const data = await saveOnNewest();
      known.current = data;
      unanswered.current = [];
      keepIds(ids, sent, data.questions);
      setSaved(body);
      setServed(data);
      setState(savedNow());
      if (ordered === beforeOrder.current) beforeOrder.current = null;
      const key = contractKey(quizzes.questions, { params: { id } });
      client.setQueryData(key, (shown) => shown && { data });
      void refresh(client, quizReads);
      return true;
    } catch (error) {
      const { message, status } = error as ApiError;
      if (isAnswerLost(error)) unanswered.current.push({ sent, body });
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

  /** Saves on top of the author's own save, if the server has stored one whose answer was lost. */
  async function saveOnNewest() {
    try {
      return await saveQuestions(known.current, id, withIds({ sent, body }, ids));
    } catch (error) {
      const now = currentOf<Questions>(error);
      const own = now && unanswered.current.find((one) => sameWords(asSent(now), one.body));
      if (!now || !own) throw error;
      keepIds(ids, own.sent, now.questions);
      return saveQuestions(now, id, withIds({ sent, body }, ids));
    }
  }

  function rollBackOrder(before: EditedQuiz) {
    beforeOrder.current = null;
    setQuiz((now) => inOrderOf(now, before));
    toast.error(t(messages.orderFailed));
    return inOrderOf(quiz, before);
  }

  /** Shows the questions that somebody else has saved. */
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

  const waitingState = dirty && state.kind === 'saved' ? ({ kind: 'saving' } as const) : state;
  return {
    served,
    dirty,
    state: blocked ? ({ kind: 'blocked' } as const) : waitingState,
    save,
    /** Saves what the save that runs may lack: what was written since. */
    async saveRest() {
      await running.current;
      return save();
    },
    discard: () => setSaved(body),
    reorder,
    conflict,
  };
}

interface SaveAfterPauseOptions {
  dirty: boolean;
  quiz: EditedQuiz;
  state: QuestionSaveState;
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

const savedNow = (): QuestionSaveState => ({ kind: 'saved', at: new Date() });

/** The state before a save that changed nothing. */
const settled = (state: QuestionSaveState): QuestionSaveState =>
  state.kind === 'saved' ? state : { kind: 'saved', at: null };
