import { allRoutes } from '@vitrine/contract';
import { paramNames } from '@vitrine/contract/core';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import type { TestSchool } from './harness.ts';
import { openImportWorld, send } from './imports.ts';
import { quizWith, takeQuiz } from './quizzes.ts';
import { runSql } from './sql.ts';

/** Tests every CSV route of the contract, in a school whose names look like formulas. */
const world = await openImportWorld();
const names = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '＝1+1', '＋1', '－1', '＠x'];
const isFormula = /^[=+\-@\t\r\n＝＋－＠]/u;

// A file's name has an id of four digits as it is, without a separator.
beforeAll(async () => {
  for (const table of ['quizzes', 'imports'])
    await runSql(
      world.databaseUrl,
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), 7000)`,
    );
});

/** Creates those names. Returns the ids of things whose CSV files contain them. */
async function hostileSchool(school: TestSchool) {
  const quiz = await quizWith(school, { name: '=quiz' });
  for (const name of names) {
    const student = await school.join();
    await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { name });
    await takeQuiz(student, quiz);
  }
  const lines = names.flatMap((name, index) => [
    `"${name}",f${index}@example.com`,
    `"${name}",${name}`,
  ]);
  const sheet = `name,email\n${lines.join('\n')}`;
  const { body } = await send('/api/v1/members/import', sheet, school.owner, { name: 'a.csv' });
  await world.platform.jobs.runAll();
  return { quizzes: quiz.id, imports: body.data.id as number };
}

test('no cell of an exported CSV begins like a formula', async () => {
  const school = await world.school('=Escola');
  const ids: Record<string, number> = await hostileSchool(school);
  const found: string[] = [];
  for (const { name, route } of allRoutes.filter(({ route: one }) => one.method === 'GET')) {
    if (route.path === '/api/v1/events') continue; // its answer never ends
    const id = ids[name.split('.')[0]!] ?? school.owner.id;
    const path = paramNames(route.path).reduce(
      (path, param) =>
        path.replace(`{${param}}`, String(param.startsWith('tenant') ? school.id : id)),
      route.path,
    );
    const { headers, text } = await school.owner.get(path);
    if (!String(headers['content-type']).startsWith('text/csv')) continue;
    found.push(name);
    const cells = parse(text, { bom: true, delimiter: ';' }).flat();
    expect([name, cells.filter((cell) => isFormula.test(cell))]).toEqual([name, []]);
    // The names are there: an empty file would prove nothing.
    for (const one of ['=1+1', '@SUM(A1)'])
      expect([name, cells.includes(`'${one}`)]).toEqual([name, true]);
  }
  expect(found.toSorted()).toEqual(['imports.result', 'members.export', 'quizzes.exportResults']);
});

test.each([
  ['pt', 'pessoas.csv', 'avaliacao-7.csv', 'importacao-7.csv'],
  ['en', 'people.csv', 'quiz-7.csv', 'import-7.csv'],
  ['es', 'personas.csv', 'evaluacion-7.csv', 'importacion-7.csv'],
])('a CSV has a name in the language of its reader: %s', async (language, ...expected) => {
  const school = await world.school();
  const { quizzes, imports } = await hostileSchool(school);
  const nameOf = async (path: string, id?: number) => {
    const { headers } = await school.owner.send('GET', path, undefined, {
      headers: { cookie: `${school.owner.cookie}; language=${language}` },
    });
    const name = /^attachment; filename="(.+)"$/.exec(String(headers['content-disposition']))![1]!;
    return id ? name.replace(String(id), '7') : name;
  };
  expect([
    await nameOf('/api/v1/members/export'),
    await nameOf(`/api/v1/quizzes/${quizzes}/results/export`, quizzes),
    await nameOf(`/api/v1/imports/${imports}/result`, imports),
  ]).toEqual(expected);
});
