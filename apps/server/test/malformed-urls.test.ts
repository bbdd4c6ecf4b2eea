import { messages } from '@vitrine/contract/messages';
import { translate } from '@vitrine/contract/texts';
import { expect, test } from 'vitest';
import { openWorld } from './harness.ts';

const world = await openWorld();

/** The last percent sign lacks a digit, so no path can be read from it. */
const malformed = '/%E0%A4%A';

test('a person at a malformed URL reads in their language that there is no such page', async () => {
  const { visitor } = await world.school();
  const open = (cookie: string) =>
    visitor.send('GET', malformed, undefined, {
      headers: { 'sec-fetch-mode': 'navigate', cookie },
    });
  for (const [language, cookie] of [
    ['pt', ''],
    ['es', 'theme=dark; language=es'],
  ] as const) {
    const { status, headers, text } = await open(cookie);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${translate(language, messages.notFound)}</h1>`);
    expect(text).toContain('<a href="/">');
  }
});

test('a program at a malformed URL gets JSON', async () => {
  const { visitor } = await world.school();
  const { status, body, headers } = await visitor.get(`/api/v1${malformed}`);
  expect([status, body.code]).toEqual([400, 'bad_request']);
  expect(headers['x-content-type-options']).toBe('nosniff');
});
