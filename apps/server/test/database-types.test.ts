import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const file = join(import.meta.dirname, '../src/platform/database.types.ts');
const require = createRequire(import.meta.url);
const codegen = join(dirname(require.resolve('kysely-codegen/package.json')), 'dist/cli/bin.js');

const contractType = (file: string, name: string) => `import('@vitrine/contract/${file}').${name}`;

/** Types of columns that hold values of the contract only: a constraint, or their one writer, says so. */
const columnTypes = {
  'carousels.type_content': `Generated<${contractType('carousels', 'TypeContent')}>`,
  'custom_html.page': contractType('snippet-pages', 'PageKind'),
  'files.state': `Generated<${contractType('uploads', 'FileState')}>`,
  'files.use': contractType('uploads', 'FileUse'),
  'members.roles': `Generated<${contractType('roles', 'Role')}[]>`,
  'platform_settings.button_text_color': `Generated<${contractType('site', 'ButtonText')}>`,
  'platform_settings.font_primary': `Generated<${contractType('site', 'Font')}>`,
  'points_rules.action': contractType('points', 'Action'),
  'rewards.criteria': `${contractType('rewards', 'Reward')}['criteria']`,
};

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
    `--overrides=${JSON.stringify({ columns: columnTypes })}`,
  ]);
  const generated = `${stdout.trim()}\n`;
  if (process.env['UPDATE']) await writeFile(file, generated);
  expect(await readFile(file, 'utf8')).toBe(generated);
});
