import Fastify from 'fastify';
import pg from 'pg';

/** What every figure is held against: a bare Fastify that reads one row of PostgreSQL. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const app = Fastify();
app.get('/', async () => {
  const { rows } = await pool.query({
    name: 'one',
    text: 'SELECT id, slug, name FROM tenants WHERE id = $1',
    values: [1],
  });
  return rows[0];
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });

process.on('message', (asked) => {
  if (asked === 'cpu') process.send!({ cpu: process.cpuUsage(), statements: 0 });
});
process.send!('ready');
process.on('disconnect', () => process.exit()); // the run has ended
