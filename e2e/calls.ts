import { expect, type Page } from '@playwright/test';
import type { FileUse } from '@vitrine/contract/uploads';
import { lessonHref } from '@vitrine/contract/urls';

/** The created or changed thing. */
interface CreatedRow {
  id: number;
  frame_url?: string;
}

/**
 * Calls the API from inside the page, to prepare a journey. Only the browser resolves host names
 * under localhost.
 */
export async function call(
  page: Page,
  method: string,
  path: string,
  body: object,
): Promise<CreatedRow> {
  const headers = { 'content-type': 'application/json' };
  const [status, answer] = await page.evaluate(
    async ([url, options]) => {
      const response = await fetch(url, options);
      return [response.status, (await response.json()) as { data: CreatedRow }] as const;
    },
    [path, { method, headers, body: JSON.stringify(body) }] as const,
  );
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer.data;
}

/** A POST from inside the page, with the person's session. */
export const post = (page: Page, path: string, body: object) => call(page, 'POST', path, body);

/**
 * Creates a course with one lesson in the module 'Janela'. `course` holds its other fields, such as its
 * products. `path` is the lesson's page.
 */
export async function createLesson(
  page: Page,
  lesson: { title: string; [field: string]: unknown },
  course: object = {},
) {
  const { id: courseId } = await post(page, '/api/v1/courses', { title: 'Luz natural', ...course });
  const module = await post(page, `/api/v1/courses/${courseId}/modules`, { title: 'Janela' });
  const { id } = await post(page, `/api/v1/modules/${module.id}/lessons`, lesson);
  return { id, courseId, path: lessonHref(courseId, lesson.title, id) };
}

/** Creates students who stand in the ranking in this order. */
export async function createRanked(page: Page, names: string[]) {
  for (const [index, name] of names.entries()) {
    const member = { name, email: `pessoa${index}@example.com` };
    const { id } = await post(page, '/api/v1/members', member);
    await post(page, `/api/v1/members/${id}/points`, { points: 30 - index, reason: 'Oficina' });
  }
}

/** Creates a quiz and returns its id. This call answers a triple, not `{data}`. */
export const createQuiz = (page: Page, body: object) =>
  page.evaluate(async (values) => {
    const response = await fetch('/api/auth/quiz/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
    const [, , { data }] = (await response.json()) as [string, number, { data: CreatedRow }];
    return data.id;
  }, body);

/** Posts a multipart form with an image. */
export async function postForm(
  page: Page,
  path: string,
  values: Record<string, string | number>,
  { field, bytes }: { field: string; bytes: Buffer },
) {
  const status = await page.evaluate(
    async (sent) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(sent.values)) body.set(name, String(value));
      const file = Uint8Array.from(atob(sent.base64), (one) => one.charCodeAt(0));
      body.set(sent.field, new Blob([file]), 'foto');
      return (await fetch(sent.path, { method: 'POST', body })).status;
    },
    { path, values, field, base64: bytes.toString('base64') },
  );
  expect(status).toBeLessThan(300);
}

/** Uploads an image and returns its path. */
export const sendImage = (page: Page, use: FileUse, bytes: Buffer) =>
  page.evaluate(
    async (sent) => {
      const body = new FormData();
      body.set('use', sent.use);
      const file = Uint8Array.from(atob(sent.base64), (one) => one.charCodeAt(0));
      body.set('file', new Blob([file]), 'foto.jpg');
      const response = await fetch('/api/v1/uploads/image', { method: 'POST', body });
      return ((await response.json()) as { data: { path: string } }).data.path;
    },
    { use, base64: bytes.toString('base64') },
  );
