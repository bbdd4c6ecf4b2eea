import { textOf } from '@vitrine/contract/comments';
import { isVisible } from '@vitrine/contract/core';
import { limits, messages } from '@vitrine/contract/posts';
import { playerUrl } from '@vitrine/contract/videos';
import * as z from 'zod/mini';
import { mayEnterChannel } from '../../kit/access/community-access.ts';
import { AppError, invalid } from '../../platform/app-error.ts';
import { cleanPost } from '../../platform/clean-html.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** A text as it is stored. */
export interface CleanText {
  /** Empty where nothing readable remains. */
  content: string;
  mentions: number[];
  /** The player of the first video link. */
  embed: string | null;
}

/**
 * Cleans a text for storage. A mention of a member who may not enter the channel becomes plain text
 * (contract, Communities). Other mentions get the member's present name. The channel is resolved
 * only for texts with mentions.
 */
export async function cleanText(
  reader: TenantReader,
  channelOf: () => Promise<number>,
  html: string,
): Promise<CleanText> {
  const clean = cleanPost(html, reader.tenantId, {
    fits: (made) => made.length <= limits.html,
    tooLong: messages.tooLong,
  })
    .replace(/[\uE000-\uE002]/g, '')
    .trim();
  if (!isVisible(textOf(clean))) return { content: '', mentions: [], embed: null };
  const named = [...new Set([...clean.matchAll(mention)].map(([, id]) => Number(id)))];
  if (named.length > limits.mentions) throw invalid({ content: [messages.tooManyMentions] });
  const people = await peopleNamed(reader, channelOf, named);
  const text = clean
    .replace(mention, (_, id: string, words: string) => {
      const name = people.get(Number(id));
      return name === undefined ? words : `${opened(id)}@${escaped(name)}${closed}`;
    })
    // Other spans are dropped.
    .replace(/<span[^<>]*>|<\/span>/g, '');
  // Links make a text longer. Stored text must pass the limit when it is saved again.
  const linked = withMentions(withLinks(text));
  const content = linked.length > limits.html ? withMentions(text) : linked;
  if (content.length > limits.html) throw invalid({ content: [messages.tooLong] });
  return { content, mentions: [...people.keys()], embed: embedIn(content) };
}

const mention = /<span data-mention="([1-9]\d{0,14})">([^<]{0,300})<\/span>/g;

// Private-use characters replace a mention's tags until other tags are dropped. Those of the text
// are removed first.
const openMark = '\uE000';
const openEnd = '\uE001';
const closed = '\uE002';
const opened = (id: string) => `${openMark}${id}${openEnd}`;

const withMentions = (text: string) =>
  text
    .replaceAll(openMark, '<span data-mention="')
    .replaceAll(openEnd, '">')
    .replaceAll(closed, '</span>');

const escaped = (name: string) =>
  name.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

/** The lock holds up an erasure, which then finds the name in the new text. */
const namedPeople = statement({
  name: 'posts.named-people',
  sql: `SELECT m.id, m.name FROM members m
    WHERE m.id = ANY (:ids::bigint[])
      AND m.erase_at IS NULL AND ${mayEnterChannel}
    FOR KEY SHARE OF m`,
  row: z.object({ id: z.number(), name: z.string() }),
});

async function peopleNamed(reader: TenantReader, channelOf: () => Promise<number>, ids: number[]) {
  if (!ids.length) return new Map<number, string>();
  const rows = await reader.run(namedPeople, { ids, channelId: await channelOf() });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Addresses in the text become links, outside of links. */
function withLinks(clean: string) {
  let inside = 0;
  return clean.replace(/<(\/?)(a)\b[^<>]*>|<[^<>]*>|[^<]+/g, (piece, end, name) => {
    if (name) inside += end ? -1 : 1;
    if (piece.startsWith('<') || inside > 0) return piece;
    return piece.replace(/\bhttps?:\/\/[^\s<>"]{1,2000}/g, (found) => {
      // A sign beside the address is an entity here: `&gt;`.
      const [address = ''] = found.split(/&(?:lt|gt|quot);/, 1);
      const url = address.replace(/(?:&amp;|[.,;:!?)\]]){1,5}$/, '');
      const link = `<a href="${url}" rel="noopener nofollow" target="_blank">${url}</a>`;
      return link + found.slice(url.length);
    });
  });
}

/** Finds the player by the address alone. The server fetches nothing. */
function embedIn(content: string) {
  for (const [, href] of content.matchAll(/<a href="(https?:[^"<>]{1,2000})"/g)) {
    const player = playerUrl(href!.replaceAll('&amp;', '&'));
    if (player) return player;
  }
  return null;
}

/** Whether a text may name people. Such a text is saved by the transaction that reads their names. */
export const mayMention = (html: string) => html.includes('data-mention=');

/** Returns the error of a text instead of throwing it: 403 and 404 come before 422. */
export async function textOrWrong(
  reader: TenantReader,
  channelOf: () => Promise<number>,
  html: string,
): Promise<{ text: CleanText; wrong: Error | null }> {
  try {
    return { text: await cleanText(reader, channelOf, html), wrong: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: { content: '', mentions: [], embed: null }, wrong: error };
  }
}

/** Finds the members that a text names now, and did not name before. */
export const newMentions = (now: number[], before: number[]) =>
  now.filter((id) => !before.includes(id));
