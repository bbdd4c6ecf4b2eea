import {
  createContext,
  startTransition,
  use,
  useLayoutEffect,
  useState,
  type PropsWithChildren,
} from 'react';
import {
  NavigationType,
  Router,
  UNSAFE_createBrowserHistory,
  UNSAFE_createMemoryHistory,
  type Location,
  type Navigator,
  type To,
} from 'react-router';

interface Navigation {
  location: Location;
  action: NavigationType;
}

/** Decides about navigations, one at a time. */
interface Blocker {
  isBlocked: (current: Location, next: Location) => boolean;
  /** Receives a navigation that did not happen. `proceed` makes it happen. */
  onBlocked: (next: Location, proceed: () => void) => void;
}

/** The history of the tab: React Router's own, which also asks before it leaves a page. */
export interface AppHistory extends Navigator {
  readonly location: Location;
  readonly action: NavigationType;
  /** @returns a function that stops listening */
  listen: (listener: (navigation: Navigation) => void) => () => void;
  /** Replaces the former blocker. @returns a function that removes this one */
  block: (blocker: Blocker) => () => void;
}

type RouterHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/** The history of the browser's tab. */
export const createBrowserHistory = () =>
  blockable(UNSAFE_createBrowserHistory({ v5Compat: true }));

/** A history without a browser, for tests and previews. It begins at `path`. */
export const createMemoryHistory = (path: string) =>
  blockable(UNSAFE_createMemoryHistory({ initialEntries: [path], v5Compat: true }));

/**
 * React Router blocks navigations only in its data router, which weighs 20 KB more (gzip). We use
 * none of its loaders and actions (docs/decisions/0097).
 */
function blockable(history: RouterHistory): AppHistory {
  const listeners = new Set<(navigation: Navigation) => void>();
  let blocker: Blocker | undefined;
  let shown = history.location;
  /** Whether the next step through the history was decided already, or takes a blocked one back. */
  let isDecided = false;
  let isTakenBack = false;

  history.listen(({ action, location, delta }) => {
    if (isTakenBack) {
      isTakenBack = false;
      return;
    }
    // The browser has gone back or forward already. A blocked step is taken back before the question.
    if (
      action === NavigationType.Pop &&
      delta &&
      !isDecided &&
      blocker?.isBlocked(shown, location)
    ) {
      isTakenBack = true;
      history.go(-delta);
      blocker.onBlocked(location, () => {
        isDecided = true;
        history.go(delta);
      });
      return;
    }
    isDecided = false;
    shown = location;
    for (const listener of listeners) listener({ action, location });
  });

  function navigate(to: To, go: () => void) {
    const next = { ...shown, ...history.encodeLocation(to) };
    if (blocker?.isBlocked(shown, next)) blocker.onBlocked(next, go);
    else go();
  }

  return {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    get location() {
      return history.location;
    },
    get action() {
      return history.action;
    },
    push: (to, state) => navigate(to, () => history.push(to, state)),
    replace: (to, state) => navigate(to, () => history.replace(to, state)),
    go: history.go,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    block(next) {
      blocker = next;
      return () => {
        if (blocker === next) blocker = undefined;
      };
    },
  };
}

/** The state of a link that leads to the page behind. */
export const PAGE_BEHIND = 'behind';

/** Whether the viewer returned to a page: by Back or Forward, or by a link to the page behind. */
export const leadsBack = ({ action, location }: Navigation) =>
  action === NavigationType.Pop || location.state === PAGE_BEHIND;

const HistoryContext = createContext<AppHistory | null>(null);

/** The history of the surrounding `HistoryRouter`. Throws outside of one. */
export function useHistory(): AppHistory {
  const history = use(HistoryContext);
  if (!history) throw new Error('useHistory is used outside of a HistoryRouter');
  return history;
}

/** Renders the pages of a history. A page stays until the code of the next one has loaded. */
export function HistoryRouter({ history, children }: PropsWithChildren<{ history: AppHistory }>) {
  const [{ location, action }, setNavigation] = useState<Navigation>(history);
  useLayoutEffect(
    () => history.listen((next) => startTransition(() => setNavigation(next))),
    [history],
  );
  return (
    <HistoryContext value={history}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </HistoryContext>
  );
}
