import type { Lesson } from '@vitrine/contract/catalog';
import type { Import } from '@vitrine/contract/imports';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { rawZip } from './cartridges/raw-zip.ts';
import {
  entriesOf,
  item,
  manifest,
  resource,
  type Files,
} from './cartridges/written-cartridges.ts';
import { openWorld, type Person, type TestSchool, type World } from './harness.ts';
import { ownDatabase } from './own-database.ts';

/** Opens a world with jobs and files of its own. */
export async function openImportWorld() {
  const dataDir = join(inject('dataDir'), `imports-${crypto.randomUUID()}`);
  const databaseUrl = await ownDatabase();
  const world = await openWorld({ DATA_DIR: dataDir }, databaseUrl);
  const objects = (school: TestSchool) =>
    readdir(join(dataDir, 'files', String(school.id))).catch(() => [] as string[]);
  return { ...world, dataDir, objects };
}

/** An archive with these files. */
export const zip = (files: Files) => rawZip(entriesOf(files));

/** Makes a cartridge of one module with these pages by title: `cartridgeOf({ Luz: '<p>…</p>' })`. */
export function cartridgeOf(pages: Record<string, string>, files: Files = {}) {
  const titles = Object.keys(pages);
  const items = titles.map((title, index) => item(title, `p${index}`)).join('');
  const resources = titles
    .map((_, index) => resource(`p${index}`, 'webcontent', `p${index}.html`))
    .join('');
  const needed = Object.keys(files)
    .map((path, index) => resource(`f${index}`, 'webcontent', path))
    .join('');
  return zip({
    'imsmanifest.xml': manifest(item('Módulo', '', items), resources + needed),
    ...Object.fromEntries(Object.values(pages).map((html, index) => [`p${index}.html`, html])),
    ...files,
  });
}

/** Uploads a file as a form, and returns the answer. */
export function send(
  path: string,
  content: Uint8Array | string,
  person: Pick<Person, 'send'>,
  { products = [] as number[], name = 'curso.imscc', key = '' } = {},
) {
  const form = new FormData();
  for (const id of products) form.append('product_ids[]', String(id));
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return person.send('POST', path, form, { headers: key ? { 'idempotency-key': key } : {} });
}

/** Starts the import of a Common Cartridge. */
export const sendCourse = (
  content: Uint8Array | string,
  person: Pick<Person, 'send'>,
  more: { products?: number[]; name?: string; key?: string } = {},
) => send('/api/v1/imports', content, person, more);

/** The import as it stands now, with its report. */
export const readImport = async (person: Pick<Person, 'get'>, id: number): Promise<Import> =>
  (await person.get(`/api/v1/imports/${id}`)).body.data;

/** Runs the imports of the running test’s school, and reads what came of them. */
export function importCalls({ platform }: Pick<World, 'platform'>, current: () => TestSchool) {
  const run = () => platform.jobs.runAll();

  const count = (table: 'courses' | 'modules' | 'lessons' | 'files' | 'quizzes' | 'lesson_files') =>
    current().transaction(
      async ({ db }) => (await db.selectFrom(table).select('tenant_id').execute()).length,
    );

  /** Imports and answers with the import and its course as staff see it. */
  async function imported(content: Uint8Array, products: number[] = []) {
    const { owner } = current();
    const { status, body } = await sendCourse(content, owner, { products });
    expect(status).toBe(202);
    await run();
    const entry = await readImport(owner, body.data.id);
    expect(entry).toMatchObject({ status: 'done', kind: 'course' });
    const course = (await owner.get(`/api/v1/courses/${entry.course_id}`)).body.data;
    return { entry, course };
  }

  /** The lesson of a course that has this title. */
  const lesson = async (
    course: { modules: { lessons: { id: number; title: string }[] }[] },
    title: string,
  ) => {
    const lessons = course.modules.flatMap((module) => module.lessons);
    const found = lessons.find((one) => one.title === title);
    return (await current().owner.get(`/api/v1/lessons/${found?.id}`)).body.data as Lesson;
  };

  return { run, count, imported, lesson };
}
