import { sql } from 'kysely';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../apps/server/src/platform/secrets.ts';
import { median, row } from './figures.ts';
import {
  agent,
  asStudent,
  importCourse,
  importPeople,
  makeVideo,
  photograph,
  send,
  sendVideo,
  STORMS_PORT,
  until,
  uploadImage,
} from './heavy-work.ts';
import { fill, seedSchool, type BenchSchool } from './seed.ts';
import { startCluster, startMain } from './servers.ts';

/**
 * npm run bench -- storms: the waits of a neighbour while two other schools send heavy work, each
 * wait alone and under that load. The whole server runs in a process of its own, with its jobs.
 * `npm run bench -- storms videos JPEGs` measures only the storms whose names hold these words.
 */
const PASSWORD = 'segredo-bom-2026';

interface Storm {
  name: string;
  /** Number of measured waits, alone and then under the storm. */
  count: number;
  /** Does what the neighbour waits for. */
  wait(): Promise<unknown>;
  /** Starts the storm, and returns the function that waits for its end. */
  begin(): Promise<() => Promise<unknown>>;
}

interface Schools {
  storming: BenchSchool;
  second: BenchSchool;
  neighbour: BenchSchool;
}

const selectedStorms = process.argv.slice(2);
const isSelected = ({ name }: Storm) =>
  !selectedStorms.length || selectedStorms.some((word) => name.includes(word));

const { mailServer, recipients } = await openMailServer();
const cluster = await startCluster();
let server: ReturnType<typeof startMain> | undefined;
try {
  const schools = await seed();
  const { port } = mailServer.address() as AddressInfo;
  server = startMain(cluster, STORMS_PORT, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  await until(() =>
    send(schools.neighbour, 'GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  row('a neighbour waits for'.padEnd(56), 'alone', 'under it', 'worst', 'load');
  for (const storm of (await stormsOf(schools)).filter(isSelected)) await measure(storm);
} finally {
  await server?.stop();
  await cluster.stop();
  mailServer.close();
  agent.destroy();
}

async function measure(storm: Storm) {
  const alone = await measureWaits(storm);
  const end = await storm.begin();
  await sleep(1_500);
  const underStorm = await measureWaits(storm);
  const load = loadavg()[0]!.toFixed(1);
  await end();
  const figures = [median(alone), median(underStorm), Math.max(...underStorm)];
  row(storm.name.padEnd(56), ...figures.map((seconds) => `${seconds.toFixed(2)} s`), load);
}

/** Seconds of each wait. */
async function measureWaits({ count, wait }: Storm) {
  const waits: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const startedAt = performance.now();
    await wait();
    waits.push((performance.now() - startedAt) / 1000);
    await sleep(200);
  }
  return waits;
}

async function seed(): Promise<Schools> {
  return fill(cluster, async (context) => {
    const seedOne = async (slug: string) => {
      const school = await seedSchool(context, slug, { courses: 6, members: 60 });
      const { tenant } = (await context.platform.schools.at(school.host))!;
      const hash = await hashPassword({ tenantId: tenant.id, account: 0 }, PASSWORD);
      await context.platform.database.transaction(tenant.id, ({ db }) =>
        sql`UPDATE members SET password_hash = ${hash}`.execute(db),
      );
      return school;
    };
    return {
      storming: await seedOne('aurora'),
      second: await seedOne('bruma'),
      neighbour: await seedOne('clara'),
    };
  });
}

/** Accepts every mail, and keeps its recipient. */
async function openMailServer() {
  const acceptedRecipients: string[] = [];
  const listener = createServer((socket) => {
    let inData = false;
    socket.write('220 bench\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (inData && line !== '.') continue;
        if (/^rcpt to:/i.test(line)) acceptedRecipients.push(/<(.*)>/.exec(line)![1]!);
        const begins = !inData && /^data/i.test(line);
        if (begins) socket.write('354 go\r\n');
        else socket.write(/^quit/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
        inData = begins;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { mailServer: listener, recipients: acceptedRecipients };
}

/** The storm of videos is missing without ffmpeg. */
async function stormsOf({ storming, second, neighbour }: Schools): Promise<Storm[]> {
  const [small, large] = [await photograph(1600, 1067), await photograph(5000, 3333)];
  const clip = await makeVideo();
  const photographs = await Promise.all([1, 2, 3, 4].map(() => photograph(2400, 1600)));
  const images = Array.from({ length: 60 }, (_, nth) => photographs[nth % 4]!);
  let resetCount = 0;
  return [
    {
      name: "80 loops of one student's sign-in: the owner's sign-in",
      count: 8,
      wait: async () => expectStatus(await signIn('clara', 'owner'), 200),
      async begin() {
        let isOver = false;
        const loops = Array.from({ length: 80 }, async () => {
          while (!isOver) await signIn('aurora', 'aluno1');
        });
        return async () => {
          isOver = true;
          await Promise.all(loops);
        };
      },
    },
    {
      name: '2,000 invitations: a reset mail',
      count: 5,
      async wait() {
        const email = `aluno${(resetCount += 1)}@clara.example.com`;
        const answer = await send({ host: neighbour.host }, 'POST', '/api/v1/password/forgot', {
          email,
        });
        expectStatus(answer, 202);
        await until(() => recipients.includes(email));
      },
      async begin() {
        const hasEnded = await importPeople(storming, 2_000, 'now');
        return () => until(hasEnded);
      },
    },
    {
      name: '36 JPEGs of one student: an image',
      count: 4,
      wait: () => uploadImage(asStudent(neighbour), small),
      async begin() {
        const sent = Promise.all(
          Array.from({ length: 36 }, () => uploadImage(asStudent(storming), large)),
        );
        return () => sent;
      },
    },
    {
      name: "two schools' imports of people: an import of 5",
      count: 3,
      wait: async () => until(await importPeople(neighbour, 5)),
      async begin() {
        const runs = [await importPeople(storming, 12_000), await importPeople(second, 12_000)];
        return () => Promise.all(runs.map(until));
      },
    },
    {
      name: "two schools' imports of courses: an import of 5",
      count: 3,
      wait: async () => until(await importPeople(neighbour, 5)),
      async begin() {
        const runs: (() => Promise<boolean>)[] = [];
        for (const school of [storming, second]) runs.push(await importCourse(school, images));
        return () => Promise.all(runs.map(until));
      },
    },
    ...(clip
      ? [
          {
            name: "two schools' videos: a video",
            count: 2,
            wait: async () => until(await sendVideo(neighbour, clip)),
            async begin() {
              const runs: (() => Promise<boolean>)[] = [];
              for (const school of [storming, second])
                for (let nth = 0; nth < 5; nth += 1) runs.push(await sendVideo(school, clip));
              return () => Promise.all(runs.map(until));
            },
          },
        ]
      : []),
  ];
}

function signIn(slug: string, name: string) {
  const body = { email: `${name}@${slug}.example.com`, password: PASSWORD };
  return send({ host: `${slug}.localhost` }, 'POST', '/api/v1/session', body);
}

function expectStatus({ status }: { status: number }, expected: number) {
  if (status !== expected) throw new Error(`${status} in place of ${expected}`);
}
