import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { rawZip } from '../apps/server/test/cartridges/raw-zip.ts';
import type { BenchSchool } from './seed.ts';

/** The port of the server to which all clients send. */
export const STORMS_PORT = 3196;

/** Connections of all clients. */
export const agent = new Agent({ keepAlive: true });

interface ApiResponse {
  status: number;
  /** `{}` if the response is no JSON. */
  body: { data?: Record<string, unknown> };
}

interface Client {
  host: string;
  /** Nobody is signed in without one. */
  cookie?: string;
}

/** Sends a body of JSON, of bytes or of a form. Rejects if the connection breaks. */
export function send(
  client: Client,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const encoded = encodedBody(body);
    void encoded.arrayBuffer().then((content) => {
      const type = encoded.headers.get('content-type')!;
      const sent = request(
        {
          agent,
          port: STORMS_PORT,
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

function encodedBody(body: object | undefined) {
  // A form brings the type with its boundary.
  if (body instanceof FormData) return new Response(body);
  const isBytes = body instanceof Uint8Array;
  const content = isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  return new Response(content, { headers: { 'content-type': type } });
}

function fileForm(content: Uint8Array | string, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return form;
}

/** Waits until the condition holds. Looks every 20 ms. */
export async function until(condition: () => Promise<boolean> | boolean) {
  while (!(await condition())) await sleep(20);
}

const asOwner = ({ host, owner: cookie }: BenchSchool): Client => ({ host, cookie });
/** The first student. */
export const asStudent = ({ host, students }: BenchSchool): Client => ({
  host,
  cookie: students[0]!,
});

/** Starts an import. Returns the function that says whether it has ended. */
async function startImport(school: BenchSchool, path: string, form: FormData) {
  const { status, body } = await send(asOwner(school), 'POST', path, form);
  if (status !== 202) throw new Error(`${path}: ${status}`);
  return async () => {
    const resultPath = `/api/v1/imports/${String(body.data!['id'])}`;
    const result = await send(asOwner(school), 'GET', resultPath);
    return ['done', 'failed'].includes(String(result.body.data!['status']));
  };
}

let sheetCount = 0;
/** A sheet of people whom no other sheet holds. */
const sheetOfPeople = (count: number, invite: 'now' | 'none') => {
  sheetCount += 1;
  const lines = Array.from(
    { length: count },
    (_, index) => `Pessoa ${index},p${index}@${sheetCount}.example.com`,
  );
  const choices = JSON.stringify({ invite });
  return fileForm(['name,email', ...lines].join('\n'), 'alunos.csv', { choices });
};

/** Starts an import of people. Returns the function that says whether it has ended. */
export const importPeople = (school: BenchSchool, count: number, invite: 'now' | 'none' = 'none') =>
  startImport(school, '/api/v1/members/import', sheetOfPeople(count, invite));

/** Starts an import of a course with a lesson for each JPEG. Returns what `importPeople` does. */
export const importCourse = (school: BenchSchool, images: Buffer[]) =>
  startImport(school, '/api/v1/imports', fileForm(cartridge(images), 'curso.imscc'));

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

/** A JPEG with noise, because an image without detail decodes too fast. Sizes in pixels. */
export const photograph = (width: number, height: number) =>
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

/** Uploads the JPEG as an image of a post. Returns the status. */
export const uploadImage = async (client: Client, image: Buffer) =>
  (
    await send(
      client,
      'POST',
      '/api/v1/uploads/image',
      fileForm(image, 'a.jpg', { use: 'post_image' }),
    )
  ).status;

/** Uploads the AVI. Returns the function that says whether it is converted. */
export async function sendVideo(school: BenchSchool, video: Buffer) {
  const upload = { filename: 'aula.avi', size: video.length, use: 'lesson_video' };
  const { body } = await send(asOwner(school), 'POST', '/api/v1/uploads', upload);
  const { path, url } = body.data as { path: string; url: string };
  const { status } = await send(asOwner(school), 'PUT', new URL(url).pathname, video);
  if (status !== 200) throw new Error(`video: ${status}`);
  return async () => {
    const statePath = `/api/v1/uploads?path=${encodeURIComponent(path)}`;
    return (await send(asOwner(school), 'GET', statePath)).body.data!['state'] !== 'converting';
  };
}

/** Bytes of an AVI of 10 s, which no browser plays. Null without ffmpeg. */
export async function makeVideo() {
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
