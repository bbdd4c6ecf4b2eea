import type { MentionedPerson } from '@vitrine/contract/posts';
import { escapedText } from '../../kit/page/escaped-text.ts';

/** A member chosen from the list. The text may still name them. */
export type Chosen = Pick<MentionedPerson, 'id' | 'name'>;

/** Escapes the typed text, and turns `@Name` of a chosen member into a mention. */
export function htmlOfText(text: string, chosen: readonly Chosen[]): string {
  const names = chosen.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  const pieces = text
    .trim()
    .split(/(?=@)/)
    .map((piece) => ({ piece, name: names.find((name) => isNamed(piece, name)) }));
  return pieces
    .map(({ piece, name }, index) => {
      if (name === undefined) return escapedText(piece);
      const left = pieces.slice(index).filter((one) => one.name === name).length;
      const namesakes = chosen.filter((one) => one.name === name);
      // Somebody chosen by mistake and deleted was chosen before their namesake.
      const { id } = namesakes.at(-left) ?? namesakes[0]!;
      const rest = piece.slice(name.length + 1);
      return `<span data-mention="${id}">@${escapedText(name)}</span>${escapedText(rest)}`;
    })
    .join('');
}

/** `@Ana` is not named by `@Anabela`. */
const isNamed = (piece: string, name: string) =>
  piece.startsWith(`@${name}`) && !/^[\p{L}\p{N}]/u.test(piece.slice(name.length + 1));

/** The text of a post as it is written again, and whom it names. */
export function textOfHtml(html: string): { text: string; chosen: Chosen[] } {
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>|<\/p>\s*(?=<p)|<\/li>/gi, '\n'),
    'text/html',
  );
  const chosen = [...page.querySelectorAll('[data-mention]')].map((mention) => ({
    id: Number(mention.getAttribute('data-mention')),
    name: (mention.textContent ?? '').replace(/^@/, ''),
  }));
  return { text: page.body.textContent ?? '', chosen };
}

/** A name that is being typed: its `@` stands at `from`. */
export interface TypedName {
  from: number;
  q: string;
}

/** The name typed before the caret, after an `@` at the start of a word. Null elsewhere. */
export function mentionAt(text: string, caret: number): TypedName | null {
  const found = /(?:^|\s)@([^\s@][^@\n]{0,40})?$/.exec(text.slice(0, caret));
  if (!found) return null;
  const q = found[1] ?? '';
  return { from: caret - q.length - 1, q };
}

/** A text of lines alone, as comments and older posts are, in paragraphs. */
export const paragraphsOf = (html: string) =>
  /<(?:p|ul|ol|blockquote|pre)\b/i.test(html)
    ? html
    : html
        .split(/\n|<br\s*\/?>/)
        .map((line) => `<p>${line}</p>`)
        .join('');

/** Empty paragraphs before and after a text are left out. */
export const withoutEmptyEnds = (html: string) =>
  html.replace(/^(?:<p><\/p>){1,500}/, '').replace(/(?:<p><\/p>){1,500}$/, '');
