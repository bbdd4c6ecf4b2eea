import { expect, test } from 'vitest';
import { paramNames } from '../src/core.ts';
import { allRoutes } from '../src/index.ts';

const twice = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test('no two routes share a method and a path', () => {
  const calls = allRoutes.map(
    ({ route }) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`,
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(twice(calls)).toEqual([]);
});

test('no two routes share a name', () => {
  expect(twice(allRoutes.map(({ name }) => name))).toEqual([]);
});

test('a path names each placeholder once, and every declared parameter stands in its path', () => {
  for (const { name, route } of allRoutes) {
    const names = paramNames(route.path);
    expect(twice(names), name).toEqual([]);
    expect(names, name).toEqual(expect.arrayContaining(Object.keys(route.params)));
  }
});

test('a GET takes no body, and a 204 has no answer', () => {
  for (const { name, route } of allRoutes) {
    if (route.method === 'GET') expect(route.body, name).toBeNull();
    if (route.status === 204) expect(route.answer, name).toBeNull();
  }
});
