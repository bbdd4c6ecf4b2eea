import { sql } from 'kysely';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { hashPassword } from '../apps/server/src/platform/secrets.ts';
import { rawZip } from '../apps/server/test/cartridges/raw-zip.ts';
import { median, row } from './figures.ts';
import { fill, seedSchool, type BenchSchool } from './seed.ts';
import { startCluster } from './servers.ts';

/**
 * Measures the waits of a neighbour while two other schools send heavy work: each wait alone, and
 * under that load. The whole server runs in a process of its own, with its jobs.
 */
const PORT = 3196;
const PASSWORD = 'segredo-bom-2026';

/** Recipients of the mails that the fake mail server accepted. */
const recipients: string[] = [];
const mailServer = createServer((socket) => {
  let inData = false;
  socket.write('220 bench\r\n');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
      if (inData && line !== '.') continue;
      if (/^rcpt to:/i.test(line)) recipients.push(/<(.*)>/.exec(line)![1]!);
      const begins = !inData && /^data/i.test(line);
      if (begins) socket.write('354 go\r\n');
      else socket.write(/^quit/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
      inData = begins;
    }
  });
}).listen(0, '127.0.0.1');
await once(mailServer, 'listening');

const agent = new Agent({ keepAlive: true });
interface ApiResponse {
  status: number;
  body: { data?: Record<string, unknown> };
}
interface Client {
  host: string;
  cookie?: string;
}

function send(client: Client, method: string, path: string, body?: object): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const isForm = body instanceof FormData;
    const isBytes = body instanceof Uint8Array;
    const encoded = new Response(
      isForm || isBytes ? (body as BodyInit) : body && JSON.stringify(body),
    );
    void encoded.arrayBuffer().then((content) => {
      const bodyType = isBytes ? 'application/octet-stream' : 'application/json';
      const type = isForm ? encoded.headers.get('content-type')! : bodyType;
      const sent = request(
        {
          agent,
          port: PORT,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            host: client.host,
            ...(client.cookie && { cookie: client.cookie }),
            ...(body && { 'content-type': type, 'content-length': content.byteLength }),
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => {
            const isJson = String(answer.headers['content-type']).includes('json');
            resolve({ status: answer.statusCode!, body: isJson ? JSON.parse(text) : {} });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body && Buffer.from(content));
    }, reject);
  });
}

function file(content: Uint8Array | string, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return form;
}

/** Waits until the condition holds. */
async function until(condition: () => Promise<boolean> | boolean) {
  while (!(await condition())) await sleep(20);
}

const owner = ({ host, owner: cookie }: BenchSchool): Client => ({ host, cookie });
const student = ({ host, students }: BenchSchool, index = 0): Client => ({
  host,
  cookie: students[index]!,
});

async function importOf(school: BenchSchool, path: string, form: FormData) {
  const { status, body } = await send(owner(school), 'POST', path, form);
  if (status !== 202) throw new Error(`${path}: ${status}`);
  return async () => {
    const { body: now } = await send(
      owner(school),
      'GET',
      `/api/v1/imports/${String(body.data!['id'])}`,
    );
    return ['done', 'failed'].includes(String(now.data!['status']));
  };
}
let sheets = 0;
const people = (count: number, invite: 'now' | 'none') => {
  sheets += 1;
  const lines = Array.from(
    { length: count },
    (_, index) => `Pessoa ${index},p${index}@${sheets}.example.com`,
  );
  const choices = JSON.stringify({ invite });
  return file(['name,email', ...lines].join('\n'), 'alunos.csv', { choices });
};
const importPeople = (school: BenchSchool, count: number, invite: 'now' | 'none' = 'none') =>
  importOf(school, '/api/v1/members/import', people(count, invite));

/** A course with a lesson for each image. */
function cartridge(images: Buffer[]) {
  const each = (text: (nth: number) => string) => images.map((_, nth) => text(nth)).join('');
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
    <manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
      <organizations><organization identifier="o"><item identifier="all"><item identifier="m">
        <title>Módulo</title>${each((nth) => `<item identifier="i${nth}" identifierref="p${nth}"><title>Aula ${nth}</title></item>`)}
      </item></item></organization></organizations>
      <resources>${each(
        (nth) =>
          `<resource identifier="p${nth}" type="webcontent" href="p${nth}.html"><file href="p${nth}.html"/></resource>` +
          `<resource identifier="f${nth}" type="webcontent" href="f${nth}.jpg"><file href="f${nth}.jpg"/></resource>`,
      )}</resources>
    </manifest>`;
  return rawZip([
    { name: 'imsmanifest.xml', data: manifest },
    ...images.flatMap((data, nth) => [
      { name: `p${nth}.html`, data: `<img src="f${nth}.jpg">` },
      { name: `f${nth}.jpg`, data },
    ]),
  ]);
}

/** Has noise, because an image without detail decodes too fast. */
const photograph = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();

const uploadImage = async (client: Client, image: Buffer) =>
  (await send(client, 'POST', '/api/v1/uploads/image', file(image, 'a.jpg', { use: 'post_image' })))
    .status;

async function sendVideo(school: BenchSchool, video: Buffer) {
  const upload = { filename: 'aula.avi', size: video.length, use: 'lesson_video' };
  const { body } = await send(owner(school), 'POST', '/api/v1/uploads', upload);
  const { path, url } = body.data as { path: string; url: string };
  const { status } = await send(owner(school), 'PUT', new URL(url).pathname, video);
  if (status !== 200) throw new Error(`video: ${status}`);
  return async () => {
    const url = `/api/v1/uploads?path=${encodeURIComponent(path)}`;
    return (await send(owner(school), 'GET', url)).body.data!['state'] !== 'converting';
  };
}

/** Bytes of a video that no browser plays. Null without ffmpeg. */
async function video() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-video-'));
  const path = join(folder, 'a.avi');
  const input = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=10'];
  try {
    await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...input, '-c:v', 'mpeg4', path]);
    return await readFile(path);
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Storm {
  name: string;
  /** Number of the neighbour's requests, alone and then under the storm. */
  times: number;
  wait(): Promise<unknown>;
  /** Starts the storm, and returns the function that ends it. */
  begin(): Promise<() => Promise<unknown>>;
}

const cluster = await startCluster();
let server: ReturnType<typeof fork> | undefined;
try {
  const [storming, second, neighbour] = await fill(cluster, async (context) => {
    const schools: BenchSchool[] = [];
    for (const slug of ['aurora', 'bruma', 'clara']) {
      const school = await seedSchool(context, slug, { courses: 6, members: 60 });
      schools.push(school);
      const { tenant } = (await context.platform.schools.at(school.host))!;
      const hash = await hashPassword({ tenantId: tenant.id, account: 0 }, PASSWORD);
      await context.platform.database.transaction(tenant.id, ({ db }) =>
        sql`UPDATE members SET password_hash = ${hash}`.execute(db),
      );
    }
    return schools as [BenchSchool, BenchSchool, BenchSchool];
  });
  server = fork(join(import.meta.dirname, '../apps/server/src/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DEMO: '0',
      DATABASE_URL: cluster.url,
      DATA_DIR: cluster.dataDir,
      PORT: String(PORT),
      SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`,
    },
  });
  await until(() =>
    send(neighbour, 'GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );

  const [small, large] = [await photograph(1600, 1067), await photograph(5000, 3333)];
  const clip = await video();
  const signIn = (slug: string, name: string) =>
    send({ host: `${slug}.localhost` }, 'POST', '/api/v1/session', {
      email: `${name}@${slug}.example.com`,
      password: PASSWORD,
    });
  let answeredCount = 0;
  const photographs = await Promise.all([1, 2, 3, 4].map(() => photograph(2400, 1600)));
  const images = Array.from({ length: 60 }, (_, nth) => photographs[nth % 4]!);

  const storms: Storm[] = [
    {
      name: "80 loops of one student's sign-in: the owner's sign-in",
      times: 8,
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
      times: 5,
      async wait() {
        const email = `aluno${(answeredCount += 1)}@clara.example.com`;
        const answer = await send({ host: neighbour.host }, 'POST', '/api/v1/password/forgot', {
          email,
        });
        expectStatus(answer, 202);
        await until(() => recipients.includes(email));
      },
      async begin() {
        const isDone = await importPeople(storming, 2_000, 'now');
        return () => until(isDone);
      },
    },
    {
      name: '36 JPEGs of one student: an image',
      times: 4,
      wait: () => uploadImage(student(neighbour), small),
      async begin() {
        const sent = Promise.all(
          Array.from({ length: 36 }, () => uploadImage(student(storming), large)),
        );
        return () => sent;
      },
    },
    {
      name: "two schools' imports of people: an import of 5",
      times: 3,
      wait: async () => until(await importPeople(neighbour, 5)),
      async begin() {
        const done = [await importPeople(storming, 12_000), await importPeople(second, 12_000)];
        return () => Promise.all(done.map(until));
      },
    },
    {
      name: "two schools' imports of courses: an import of 5",
      times: 3,
      wait: async () => until(await importPeople(neighbour, 5)),
      async begin() {
        const course = cartridge(images);
        const done: (() => Promise<boolean>)[] = [];
        for (const school of [storming, second])
          done.push(await importOf(school, '/api/v1/imports', file(course, 'curso.imscc')));
        return () => Promise.all(done.map(until));
      },
    },
    ...(clip
      ? [
          {
            name: "two schools' videos: a video",
            times: 2,
            wait: async () => until(await sendVideo(neighbour, clip)),
            async begin() {
              const done: (() => Promise<boolean>)[] = [];
              for (const school of [storming, second])
                for (let nth = 0; nth < 5; nth += 1) done.push(await sendVideo(school, clip));
              return () => Promise.all(done.map(until));
            },
          },
        ]
      : []),
  ];

  const measureStorm = async ({ times, wait }: Storm) => {
    const waits: number[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      const startedAt = performance.now();
      await wait();
      waits.push((performance.now() - startedAt) / 1000);
      await sleep(200);
    }
    return waits;
  };
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  // `npm run bench -- storms videos JPEGs` measures only these.
  const selectedStorms = process.argv.slice(2);
  const isSelected = ({ name }: Storm) =>
    !selectedStorms.length || selectedStorms.some((word) => name.includes(word));
  row('a neighbour waits for'.padEnd(56), 'alone', 'under it', 'worst', 'load');
  for (const storm of storms.filter(isSelected)) {
    const alone = await measureStorm(storm);
    const end = await storm.begin();
    await sleep(1_500);
    const underStorm = await measureStorm(storm);
    const load = loadavg()[0]!.toFixed(1);
    await end();
    row(
      storm.name.padEnd(56),
      ...[median(alone), median(underStorm), Math.max(...underStorm)].map(seconds),
      load,
    );
  }
} finally {
  server?.kill('SIGTERM');
  if (server?.exitCode === null) await once(server, 'exit');
  await cluster.stop();
  mailServer.close();
  agent.destroy();
}

function expectStatus({ status }: ApiResponse, expected: number) {
  if (status !== expected) throw new Error(`${status} in place of ${expected}`);
}
