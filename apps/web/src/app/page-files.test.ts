import { managementPath, pages, type PageName } from '@vitrine/contract/pages';
import { expect, test } from 'vitest';
import { pageComponents, type PageWithChunk } from './page-components.ts';
import { pageSources } from './page-files.ts';

const sources = Object.entries(pageSources) as [keyof typeof pageSources, string][];

test.each(sources)(
  'the source of the page %s is the one that the router loads',
  async (name, source) => {
    const exported: object = await import(/* @vite-ignore */ `../../${source}`);
    const { default: component } = await pageComponents[name]();

    expect(Object.values(exported)).toContain(component);
  },
);

test('every page of students has its source', () => {
  const isOfStudents = (name: PageName) =>
    ['showcase', 'member'].includes(pages[name].access) &&
    !pages[name].path.startsWith(managementPath);
  const studentPages = (Object.keys(pageComponents) as PageWithChunk[]).filter(isOfStudents);

  expect(Object.keys(pageSources).toSorted()).toEqual(studentPages.toSorted());
});
