import { expect, test, vi } from 'vitest';
import { reloadIfBlocked } from './reload-if-blocked.ts';

const violate = (effectiveDirective: string) =>
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }),
  );

test('a page that may not fetch the stream yet is loaded again, once', () => {
  const reload = vi.fn<() => void>();
  const stop = reloadIfBlocked(reload);
  violate('img-src');
  expect(reload).not.toHaveBeenCalled();
  violate('connect-src');
  violate('connect-src');
  expect(reload).toHaveBeenCalledTimes(1);
  stop();
  sessionStorage.clear();
  violate('connect-src');
  expect(reload).toHaveBeenCalledTimes(1);
});
