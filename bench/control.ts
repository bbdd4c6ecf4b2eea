import Fastify from 'fastify';
import pg from 'pg';

/**
 * The control of every figure: a bare Fastify that reads one row of PostgreSQL, or inserts one. The
 * row is on the disk before the answer is sent.
 */
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 16,
  idleTimeoutMillis: 60_000,
  options: '-c synchronous_commit=on',
});
await pool.query(`
  CREATE TABLE schools (id bigint PRIMARY KEY, slug text NOT NULL, name text NOT NULL);
  INSERT INTO schools VALUES (1, 'small', 'Escola');
  CREATE TABLE notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`);

const app = Fastify();
app.get('/', async () => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'SELECT id, slug, name FROM schools WHERE id = $1',
    values: [1],
  });
  return rows[0];
});
app.post('/', async ({ body }) => {
  const { rows } = await pool.query({
    name: 'insert',
    text: 'INSERT INTO notes (content) VALUES ($1) RETURNING id, created_at',
    values: [JSON.stringify(body)],
  });
  return rows[0];
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ processor: user + system, statements: 0, roundTrips: 0 });
});
process.send!('ready');
process.on('disconnect', () => process.exit()); // the run has ended
