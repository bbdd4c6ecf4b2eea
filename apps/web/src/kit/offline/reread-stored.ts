import type { QueryClient } from '@tanstack/react-query';
import { LESSON_PROGRESS, readLocal } from '../../platform/local-store.ts';
import { queriesOf } from '../queries/contract-mutation.ts';
import { cachedCalls } from './cached-calls.ts';
import { STORED_PAGE } from './names.ts';

/** Whether the worker had stored this page. */
export const isStoredPage = () => document.documentElement.hasAttribute(STORED_PAGE);

const RETRY_MS = 3_000;
/** A school may be away for long, and many wait for it. */
const MAX_RETRY_MS = 60_000;

/**
 * Reads again what this device may have answered without a connection, once there is one. On a slow
 * one, the whole page may be of this device. Otherwise the page would show old data for half an hour.
 */
export function rereadStored(queries: QueryClient) {
  let isPageOld = isStoredPage();
  let timer: ReturnType<typeof setTimeout>;
  let delay = RETRY_MS;
  async function reread() {
    clearTimeout(timer);
    if (!navigator.onLine) return;
    // The page shows progress that the server does not have yet: its answer would undo that.
    if (readLocal(LESSON_PROGRESS) || !(await isReachable())) {
      timer = setTimeout(() => void reread(), delay);
      delay = Math.min(delay * 2, MAX_RETRY_MS);
      return;
    }
    delay = RETRY_MS;
    const filters = isPageOld ? {} : queriesOf(cachedCalls);
    isPageOld = false;
    await queries.invalidateQueries(filters, { cancelRefetch: false });
  }
  addEventListener('online', () => void reread());
  if (isPageOld) void reread();
}

/** Asks past the worker. The browser calls itself online before it is, and in a Wi-Fi without a line. */
const isReachable = () =>
  fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
