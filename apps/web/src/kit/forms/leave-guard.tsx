import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useBlocker, type Location } from 'react-router';
import { useLayerScope } from '../../ui/edit-chrome.tsx';

const loadQuestion = () => import('./leave-question.tsx');
const LeaveQuestion = lazy(() =>
  loadQuestion().then((module) => ({ default: module.LeaveQuestion })),
);

interface LeaveGuardOptions {
  dirty: boolean;
  /** Resolves to whether it was saved. Left out where there is nothing to save yet: an upload. */
  save?: () => Promise<boolean>;
  discard: () => void;
  /** Whether nothing of it is lost at this address. */
  staysAt?: (next: Location) => boolean;
  /** What is lost, if it can be told. */
  text?: string;
  /** Asks in its own words before a way out of the router, though nothing is lost. */
  ask?: (answers: { stay: () => void; go: () => void }) => ReactNode;
}

/** A form of the edit tool is asked about in the tool's own colours. */
type GuardedForm = LeaveGuardOptions & { inEditChrome: boolean; order: number };

interface Guards {
  add: (form: { current: GuardedForm }) => () => void;
  /** A form was saved: a question about it that nobody answered yet is none any more. */
  settle: () => void;
  /**
   * Runs `go` now, or after the person has said what becomes of their changes: in all forms, or in
   * those from `since` on.
   */
  leave: (go: () => void, since?: number) => void;
}

const GuardContext = createContext<Guards | null>(null);

/** Counts forms as they are first drawn: a dialog's comes after the panel's below it. */
let drawn = 0;
export const useDrawOrder = () => useState(() => (drawn += 1))[0];

/**
 * Asks before changes are lost: Continuar editando, Descartar, Salvar e sair. Watches every way
 * out: links and Back (the router), the tab's cross (the browser), and whatever calls `leave`.
 */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<{ current: GuardedForm }>());
  const [pending, setPending] = useState<{
    go: () => void;
    stay: () => void;
    since: number;
  } | null>(null);
  const dirtyForms = useCallback(
    (since: number, next?: Location) =>
      [...forms].filter(
        ({ current }) =>
          current.dirty && current.order >= since && !(next && current.staysAt?.(next)),
      ),
    [forms],
  );

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      ([...forms].some(({ current }) => current.ask) || dirtyForms(0, nextLocation).length > 0) &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  );
  const asking =
    blocker.state === 'blocked' ? { go: blocker.proceed, stay: blocker.reset } : pending;
  const lostForms = () => dirtyForms(pending?.since ?? 0, blocker.location);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (dirtyForms(0).length) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirtyForms]);

  const guards = useMemo<Guards>(
    () => ({
      add(form) {
        forms.add(form);
        return () => void forms.delete(form);
      },
      settle() {
        setPending((asked) => (asked && dirtyForms(asked.since).length ? asked : null));
      },
      leave(go, since = 0) {
        if (dirtyForms(since).length) setPending({ go, stay: () => {}, since });
        else go();
      },
    }),
    [forms, dirtyForms],
  );

  // A dialog that was confirmed closes too: only the first answer counts.
  const answered = useRef<typeof asking>(null);
  function finish(way: 'go' | 'stay') {
    if (!asking || answered.current === asking) return;
    answered.current = asking;
    setPending(null);
    asking[way]();
  }

  const ask = !lostForms().length && [...forms].find(({ current }) => current.ask)?.current.ask;

  return (
    <GuardContext value={guards}>
      {children}
      {asking && ask && ask({ stay: () => finish('stay'), go: () => finish('go') })}
      {asking && !ask && (
        <Suspense>
          <LeaveQuestion forms={lostForms} onAnswer={finish} />
        </Suspense>
      )}
    </GuardContext>
  );
}

/** @returns what `leave` takes for this form, and those that were drawn after it. */
export function useLeaveGuard(form: LeaveGuardOptions): number {
  const guards = use(GuardContext);
  const inEditChrome = useLayerScope() !== undefined;
  const order = useDrawOrder();
  const latest = useRef({ ...form, inEditChrome, order });
  useEffect(() => {
    latest.current = { ...form, inEditChrome, order };
  });
  useEffect(() => guards?.add(latest), [guards]);
  const { dirty } = form;
  useEffect(() => {
    // Who has something to lose is asked at once, on a slow line too.
    if (dirty) void loadQuestion().catch(() => {});
    else guards?.settle();
  }, [dirty, guards]);
  return order;
}

/** `leave(go)`: for ways out that no router sees, a dialog's Cancelar. */
export function useLeave() {
  const guards = use(GuardContext);
  return useCallback(
    (go: () => void, since?: number) => (guards ? guards.leave(go, since) : go()),
    [guards],
  );
}
