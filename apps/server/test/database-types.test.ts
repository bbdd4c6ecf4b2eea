import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const file = join(import.meta.dirname, '../src/platform/database.types.ts');
const require = createRequire(import.meta.url);
const codegen = join(dirname(require.resolve('kysely-codegen/package.json')), 'dist/cli/bin.js');

/** After a migration, `npm run generate -w @vitrine/server` rewrites the row types. */
test('the row types are those of the migrated database', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    codegen,
    '--print',
    '--log-level=error',
    '--dialect=postgres',
    `--url=${inject('databaseUrl')}`,
    '--default-schema=public',
    '--include-pattern=public.*',
    '--exclude-pattern=schema_migrations',
    '--type-mapping={"int8":"number"}',
  ]);
  const generated = `${stdout.trim()}\n`;
  if (process.env['UPDATE']) await writeFile(file, generated);
  expect(await readFile(file, 'utf8')).toBe(generated);
});
