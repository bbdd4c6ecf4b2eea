import { expect, onTestFinished, test, vi } from 'vitest';
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

test('a browser that forbids storage is not loaded again without end', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  const errors: unknown[] = [];
  const note = (event: ErrorEvent) => {
    event.preventDefault();
    errors.push(event.error);
  };
  addEventListener('error', note);
  const reload = vi.fn<() => void>();
  const stop = reloadIfBlocked(reload);
  onTestFinished(() => {
    stop();
    removeEventListener('error', note);
  });
  violate('connect-src');
  expect(reload).not.toHaveBeenCalled();
  expect(errors).toEqual([]);
});
