import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { storeDemoMedia } from '../src/demo/demo-media.ts';
import { fillDemoSchool } from '../src/demo/demo-school.ts';
import { fillEmptyTables } from '../src/isolation/fill-tables.ts';
import { archivedTables } from '../src/kit/school-archive/tables.ts';
import { hashPassword } from '../src/platform/secrets.ts';
import { openWorld } from './harness.ts';
import { send } from './imports.ts';
import * as media from './media.ts';
import { ownDatabase } from './own-database.ts';
import { runSql } from './sql.ts';

const home = await mkdtemp(join(tmpdir(), 'vitrine-archive-'));

async function installation(name: string) {
  const url = await ownDatabase();
  const dataDir = join(home, name);
  return { url, dataDir, world: await openWorld({ DATA_DIR: dataDir, SMTP_URL: '' }, url) };
}

/** An installation with a database and a data folder of its own. */
export type Installation = Awaited<ReturnType<typeof installation>>;

/** Starts `npm run school` with these arguments. */
export function begin(
  installation: Installation,
  args: string[],
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/school.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: installation.dataDir,
      DATABASE_URL: installation.url,
      PLATFORM_HOSTS: 'escolas.example.com',
      ...env,
    },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, out }));
  return { child, ended };
}

/** Runs it to its end. */
export const run = (installation: Installation, args: string[], env?: Record<string, string>) =>
  begin(installation, args, env).ended;

/** The rows that a statement answers with, whatever the school. */
export const ask = <Row extends object = Record<string, string>>(
  { url }: Installation,
  text: string,
) => runSql<Row>(url, text);

/** The password of the archived school’s student. */
export const password = 'senha-da-rosa-2026';

/** The call that names the archived school, which saves a version. */
export const infoPath = '/api/auth/config/plataforma/update-seo';
/** The name and the description that it saves. */
export const info = { name: 'Aurora', description: 'Fotografia' };

/** Exports a school with rows in every table from one installation, for another one. */
export async function exportedSchool() {
  const [from, to] = [await installation('from'), await installation('to')];
  const archive = join(home, 'aurora.zip');
  const { platform } = from.world;
  await to.world.school('Primeira'); // so that ids differ
  await to.world.school('Segunda');
  const neighbour = await to.world.school('Vizinha');
  await neighbour.product();
  await from.world.school('Outra');
  const school = await from.world.school('Aurora');
  const demoMedia = await storeDemoMedia(platform, school.id);
  await platform.database.transaction(school.id, (tx) =>
    fillDemoSchool(tx, demoMedia, school.owner.id),
  );
  const form = new FormData();
  form.set('use', 'banner');
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'foto.png');
  await school.owner.send('POST', '/api/v1/uploads/image', form);
  await send('/api/v1/members/import', 'name,email\nLia,lia@example.com', school.owner, {
    name: 'na-fila.csv',
  });
  await school.owner.post(infoPath, info);
  const rosa = await school.join(['student'], [await school.product('Plano; "com" \\ tudo\n')]);
  const passwordHash = await hashPassword({ tenantId: school.id, account: 'rosa' }, password);
  const erased = await school.join();
  const admin = await school.join(['admin']);
  await admin.post('/api/v1/products', { title: 'Depois' });
  const [{ courses }] = (await ask(
    from,
    `SELECT min(id)::int AS courses FROM courses WHERE tenant_id = ${school.id}`,
  )) as unknown as [{ courses: number }];
  await ask(
    from,
    `SELECT set_config('app.tenant', '${school.id}', false);
     UPDATE members SET password_hash = '${passwordHash}' WHERE id = ${rosa.id};
     UPDATE members SET erase_at = now() + interval '7 days' WHERE id = ${erased.id};
     INSERT INTO member_erasures (member_id, token_hash, held) VALUES (${erased.id}, 'x', '{"name":"R"}');
     INSERT INTO reminders (member_id, title, weekdays, time, time_zone, base_url, next_at)
       VALUES (${rosa.id}, 'Estudar', '{1,3}', '20:00', 'America/Sao_Paulo', 'https://old.example', now() + interval '1 day');
     WITH added AS (
       INSERT INTO lives (title, url, starts_at)
       SELECT title, 'https://example.com/live', '2099-05-10T20:00:00Z'
       FROM unnest('{Lembrada,Avisada,Adiada}'::text[]) AS title RETURNING id, title)
     INSERT INTO live_reminders (live_id, member_id, base_url, told_at)
       SELECT id, ${rosa.id}, 'https://old.example', 
         CASE title WHEN 'Avisada' THEN '2099-05-10T19:45:00Z' WHEN 'Adiada' THEN now() END FROM added;
     UPDATE platform_settings SET redirect_url = (
       SELECT concat_ws('/', '/comunidade', '${school.id}', min(id)) FROM communities WHERE tenant_id = ${school.id})
       WHERE tenant_id = ${school.id};
     INSERT INTO notifications (member_id, event, subject, by_email) VALUES (${rosa.id}, 'points', 'points:wait', true);
     WITH added AS (
       INSERT INTO imports (kind, status, filename, choices)
       SELECT 'members', 'done', 'convites.csv', choices::jsonb
       FROM unnest(ARRAY['{"invite":"gradual","per_day":7}', '{"invite":"now"}']) AS choices RETURNING id)
     INSERT INTO import_rows (import_id, line, outcome, member_id)
       SELECT id, 1, 'created', ${rosa.id} FROM added;
     INSERT INTO imports (kind, status, filename, undone_at, undo_line) VALUES ('members', 'done', 'desfeita.csv', now(), 7);
     INSERT INTO notification_preferences (member_id, base_url, unsubscribe_token) VALUES (${rosa.id}, 'https://old.example', 'segredo-de-sair');
     INSERT INTO imports (kind, status, filename, path) VALUES ('members', 'running', 'a.csv', '/files/${school.id}/AAAAAAAAAAAAAAAAAAAAAA.csv');
     INSERT INTO favorites (member_id, course_id) VALUES (${rosa.id}, ${courses});
     UPDATE files SET state = 'converting' WHERE filename = 'foto.png';
     UPDATE posts SET removed_at = '2099-03-01T12:00:00Z' WHERE id = (SELECT min(id) FROM posts WHERE tenant_id = ${school.id});
     INSERT INTO mails (recipient, subject, html, plain) VALUES ('x@example.com', 'segredo-no-mail', '', '')`,
  );
  const client = new pg.Client({ connectionString: from.url });
  await client.connect();
  const names = (await archivedTables(client)).map(({ table }) => table);
  const empty = await fillEmptyTables(client, school.id, names);
  await client.end();
  const exported = await run(from, ['export', school.slug, '--to', archive]);
  return {
    /** The folder of the installations, the archive and whatever a test stores. */
    home,
    from,
    to,
    school,
    neighbour,
    archive,
    exported,
    /** Tables for which no row could be created. */
    empty,
    removeAll: () => rm(home, { recursive: true, force: true }),
  };
}
