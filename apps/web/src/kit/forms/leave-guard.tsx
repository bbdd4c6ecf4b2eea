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
import { useBlocker } from 'react-router';
import { ChromeScope, useLayerScope } from '../../ui/edit-chrome.tsx';

const loadDialog = () => import('../../ui/leave-dialog.tsx');
const LeaveDialog = lazy(() => loadDialog().then((module) => ({ default: module.LeaveDialog })));

interface LeaveGuardOptions {
  dirty: boolean;
  /** Resolves to whether it was saved. Left out where there is nothing to save yet: an upload. */
  save?: () => Promise<boolean>;
  discard: () => void;
  /** What is lost, if it can be told. */
  text?: string;
  /** Asks in its own words before a way out of the router, though nothing is lost. */
  ask?: (answers: { stay: () => void; go: () => void }) => ReactNode;
}

/** A form of the edit tool is asked about in the tool's own colours. */
type GuardedForm = LeaveGuardOptions & { inEditChrome: boolean };

interface Guards {
  add: (form: { current: GuardedForm }) => () => void;
  /** A form was saved: a question about it that nobody answered yet is none any more. */
  settle: () => void;
  /** Runs `go` now, or after the person has said what becomes of their changes. */
  leave: (go: () => void) => void;
}

const GuardContext = createContext<Guards | null>(null);

/**
 * Asks before changes are lost: Continuar editando, Descartar, Salvar e sair. Watches every way
 * out: links and Back (the router), the tab's cross (the browser), and whatever calls `leave`.
 */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<{ current: GuardedForm }>());
  const [pending, setPending] = useState<{ go: () => void; stay: () => void } | null>(null);
  const dirtyForms = useCallback(() => [...forms].filter(({ current }) => current.dirty), [forms]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      [...forms].some(({ current }) => current.dirty || current.ask) &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  );
  const asking =
    blocker.state === 'blocked' ? { go: blocker.proceed, stay: blocker.reset } : pending;

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (dirtyForms().length) event.preventDefault();
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
        if (!dirtyForms().length) setPending(null);
      },
      leave(go) {
        if (dirtyForms().length) setPending({ go, stay: () => {} });
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

  const ask = !dirtyForms().length && [...forms].find(({ current }) => current.ask)?.current.ask;

  return (
    <GuardContext value={guards}>
      {children}
      {asking && ask && ask({ stay: () => finish('stay'), go: () => finish('go') })}
      {asking && !ask && (
        <Suspense>
          <ChromeScope inside={dirtyForms().some(({ current }) => current.inEditChrome)}>
            <LeaveDialog
              open
              text={dirtyForms().find(({ current }) => current.text)?.current.text}
              onStay={() => finish('stay')}
              onDiscard={() => {
                for (const form of dirtyForms()) {
                  form.current.discard();
                  // The router asks before the form is drawn anew, and would ask the person again.
                  form.current = { ...form.current, dirty: false };
                }
                finish('go');
              }}
              {...(dirtyForms().every(({ current }) => current.save) && {
                onSave: async () => {
                  for (const { current } of dirtyForms())
                    if (!(await current.save?.())) return finish('stay');
                  finish('go');
                },
              })}
            />
          </ChromeScope>
        </Suspense>
      )}
    </GuardContext>
  );
}

export function useLeaveGuard(form: LeaveGuardOptions) {
  const guards = use(GuardContext);
  const inEditChrome = useLayerScope() !== undefined;
  const latest = useRef({ ...form, inEditChrome });
  useEffect(() => {
    latest.current = { ...form, inEditChrome };
  });
  useEffect(() => guards?.add(latest), [guards]);
  const { dirty } = form;
  useEffect(() => {
    // Who has something to lose is asked at once, on a slow line too.
    if (dirty) void loadDialog().catch(() => {});
    else guards?.settle();
  }, [dirty, guards]);
}

/** `leave(go)`: for ways out that no router sees, a dialog's Cancelar. */
export function useLeave() {
  const guards = use(GuardContext);
  return useCallback((go: () => void) => (guards ? guards.leave(go) : go()), [guards]);
}
