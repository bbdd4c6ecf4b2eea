import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { FileUse } from '@vitrine/contract/uploads';

/** What a call made or changed. */
interface Made {
  id: number;
  frame_url?: string;
}

/**
 * A call as somebody's own page makes it, for what a journey only begins with: names under
 * localhost are known to the browser alone.
 */
export async function call(page: Page, method: string, path: string, body: object): Promise<Made> {
  const headers = { 'content-type': 'application/json' };
  const [status, answer] = await page.evaluate(
    async ([at, options]) => {
      const made = await fetch(at, options);
      return [made.status, (await made.json()) as { data: Made }] as const;
    },
    [path, { method, headers, body: JSON.stringify(body) }] as const,
  );
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer.data;
}

export const post = (page: Page, path: string, body: object) => call(page, 'POST', path, body);

/** The same as a form with a picture. */
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

/** Sends a picture, and says the path that it got. */
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
