import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { Location } from 'react-router';
import { useHistory } from '../../platform/history.tsx';
import { useLayerScope } from '../../ui/edit-chrome.tsx';
import { LatePart } from '../../ui/late-part.tsx';

const loadQuestion = async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
});

interface LeaveGuardOptions {
  dirty: boolean;
  /** Resolves to whether the save succeeded. Left out if nothing can be saved yet: an upload. */
  save?: () => Promise<boolean>;
  discard: () => void;
  /** Whether the form stays mounted at this location. */
  staysAt?: (next: Location) => boolean;
  /** The changes that the viewer would lose, if known. */
  text?: string;
  /** Renders a dialog of its own for router navigation, even if nothing would be lost. */
  renderQuestion?: (answers: { stay: () => void; go: () => void }) => ReactNode;
}

/** A form inside the edit tool gets the question in the tool's colours. */
type GuardedForm = LeaveGuardOptions & { inEditChrome: boolean; order: number };

/** The question to the viewer. */
interface Question {
  go: () => void;
  /** Only forms of this order and later ones ask. */
  since: number;
  /** The next location of the router. Left out for exits that it does not see. */
  next?: Location;
}

interface Guards {
  add: (form: { current: GuardedForm }) => () => void;
  /** Withdraws an unanswered question, because its form was saved. */
  settle: () => void;
  /**
   * Runs `go` now, or after the viewer has decided about unsaved changes. `since` limits the
   * question to forms from that order on.
   */
  leave: (go: () => void, since?: number) => void;
}

const GuardContext = createContext<Guards | null>(null);

let formCount = 0;
/** Numbers forms in render order: a dialog's form comes after the form of the panel below. */
export const useRenderOrder = () => useState(() => (formCount += 1))[0];

/**
 * Asks before changes are lost: Continuar editando, Descartar, Salvar e sair. It guards router
 * navigation, closing the tab, and callers of `leave`.
 */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<{ current: GuardedForm }>());
  const [question, setQuestion] = useState<Question | null>(null);
  const dirtyForms = useCallback(
    (since: number, next?: Location) =>
      [...forms].filter(
        ({ current }) =>
          current.dirty && current.order >= since && !(next && current.staysAt?.(next)),
      ),
    [forms],
  );

  const history = useHistory();
  useEffect(
    () =>
      history.block({
        isBlocked: (current, next) =>
          ([...forms].some(({ current: form }) => form.renderQuestion) ||
            dirtyForms(0, next).length > 0) &&
          current.pathname + current.search !== next.pathname + next.search,
        onBlocked: (next, go) => setQuestion({ go, since: 0, next }),
      }),
    [history, forms, dirtyForms],
  );
  const lostForms = () => (question ? dirtyForms(question.since, question.next) : []);

  useBeforeUnload(() => dirtyForms(0).length > 0);

  const guards = useMemo<Guards>(
    () => ({
      add(form) {
        forms.add(form);
        return () => void forms.delete(form);
      },
      settle() {
        // The router's question stays: the viewer still has to say whether to go.
        setQuestion((current) =>
          current && (current.next || dirtyForms(current.since).length) ? current : null,
        );
      },
      leave(go, since = 0) {
        if (dirtyForms(since).length) setQuestion({ go, since });
        else go();
      },
    }),
    [forms, dirtyForms],
  );

  // Confirming also fires the dialog's close. Only the first answer counts.
  const answeredQuestion = useRef<typeof question>(null);
  function finish(answer: 'go' | 'stay') {
    if (!question || answeredQuestion.current === question) return;
    answeredQuestion.current = question;
    setQuestion(null);
    if (answer === 'go') question.go();
  }

  const renderQuestion =
    !lostForms().length &&
    [...forms].find(({ current }) => current.renderQuestion)?.current.renderQuestion;

  return (
    <GuardContext value={guards}>
      {children}
      {question &&
        renderQuestion &&
        renderQuestion({ stay: () => finish('stay'), go: () => finish('go') })}
      {question && !renderQuestion && (
        <LatePart load={loadQuestion} onFail={() => finish('stay')}>
          {(LeaveQuestion) => <LeaveQuestion forms={lostForms} onAnswer={finish} />}
        </LatePart>
      )}
    </GuardContext>
  );
}

/** The browser asks before the tab closes, while `isDirty` returns true. */
function useBeforeUnload(isDirty: () => boolean) {
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isDirty()) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => warn(event);
    addEventListener('beforeunload', listener);
    return () => removeEventListener('beforeunload', listener);
  }, []);
}

/** @returns the form's order, for the `since` of `leave` */
export function useLeaveGuard(form: LeaveGuardOptions): number {
  const guards = use(GuardContext);
  const inEditChrome = useLayerScope() !== undefined;
  const order = useRenderOrder();
  const latest = useRef({ ...form, inEditChrome, order });
  useEffect(() => {
    latest.current = { ...form, inEditChrome, order };
  });
  useEffect(() => guards?.add(latest), [guards]);
  const { dirty } = form;
  useEffect(() => {
    // Preloads the dialog once a form has changes, so that it opens at once on a slow connection.
    if (dirty) void loadQuestion().catch(() => {});
    else guards?.settle();
  }, [dirty, guards]);
  return order;
}

/** `leave(go)` guards exits that the router does not see, such as a dialog's Cancelar. */
export function useLeave() {
  const guards = use(GuardContext);
  return useCallback(
    (go: () => void, since?: number) => (guards ? guards.leave(go, since) : go()),
    [guards],
  );
}
