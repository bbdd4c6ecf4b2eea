import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAsStudent } from '../test/school.tsx';
import { readLocal, writeLocal } from './local-store.ts';

beforeEach(startAsStudent);
afterEach(() => vi.unstubAllGlobals());

/** A storage that refuses every access of these methods. */
function refuseStorage(...methods: ('getItem' | 'setItem' | 'removeItem')[]) {
  const refuse = () => {
    throw new DOMException('refused', 'QuotaExceededError');
  };
  const kept = new Map<string, string>([['comments:1:7', '["Oi"]']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    ...Object.fromEntries(methods.map((method) => [method, refuse])),
  });
}

test('a value that a full storage refuses replaces the stored one', () => {
  refuseStorage('setItem');
  expect(readLocal('comments')).toEqual(['Oi']);
  writeLocal('comments', ['Oi', 'Tudo bem?']);
  expect(readLocal('comments')).toEqual(['Oi', 'Tudo bem?']);
  writeLocal('comments', null);
  expect(readLocal('comments')).toBeNull();
});

test('values last as long as the page where storage is forbidden', () => {
  refuseStorage('getItem', 'setItem', 'removeItem');
  writeLocal('progress', { 7: { seconds: 30 } });
  expect(readLocal('progress')).toEqual({ 7: { seconds: 30 } });
  writeLocal('progress', null);
  expect(readLocal('progress')).toBeNull();
});

test('a value that another tab has removed stays away, though the storage was full before', () => {
  refuseStorage('setItem');
  writeLocal('comments', ['Tudo bem?']);
  expect(readLocal('comments')).toEqual(['Tudo bem?']);
  refuseStorage();
  writeLocal('comments', ['Até logo']);
  localStorage.removeItem('comments:1:7');
  expect(readLocal('comments')).toBeNull();
});
