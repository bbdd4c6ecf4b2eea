import { messages, type MemberColumns } from '@vitrine/contract/imports';
import { MemberInput } from '@vitrine/contract/members';
import * as z from 'zod/mini';
import { listOfCell } from '../../kit/csv.ts';
import type { ReportNote } from './report.ts';
import type { SheetRow } from './sheet.ts';

/** A parsed row: a person, or the reason why it is invalid. */
export interface PersonRow {
  line: number;
  person: Person | null;
  /** Name of a refused row. */
  item: string;
  refused: ReportNote | null;
}

/** A person of the file, with valid columns. `line` counts as an editor does. */
export interface Person {
  line: number;
  name: string;
  email: string;
  product_ids: number[];
}

/** Product ids by `productKey` of their name in the file. Null where the person chose none. */
export type Products = Map<string, number | null>;

/**
 * The keys of products, by their titles. Titles that only case or accents tell apart share a key, and
 * each is a key as it is written, too. Of equal titles the last one stays.
 */
export function productsByTitle(list: { id: number; title: string }[]): Products {
  const groups = Map.groupBy(list, ({ title }) => folded(title));
  return new Map(
    [...groups].flatMap(([key, group]): [string, number][] => {
      const asWritten = new Map(group.map(({ id, title }) => [spaced(title), id]));
      return [[key, group.at(-1)!.id], ...(asWritten.size > 1 ? asWritten : [])];
    }),
  );
}

/** The key of a name in the file. The number of spaces never matters. */
export const productKey = (title: string, products: Products) =>
  products.has(spaced(title)) ? spaced(title) : folded(title);

const spaced = (title: string) => title.normalize('NFC').replace(/\s+/g, ' ').trim();
const folded = (title: string) =>
  spaced(title).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Null for an empty row. */
export function personIn(
  columns: MemberColumns,
  { line, cells, text }: SheetRow,
  products: Products,
): PersonRow | null {
  if (cells === null)
    return { line, person: null, item: text ?? '', refused: { message: messages.unreadableLine } };
  if (!cells.some(Boolean)) return null;
  const cell = (column: keyof MemberColumns) =>
    (columns[column] === null ? '' : (cells[columns[column]] ?? '')).replace(/\s+/g, ' ').trim();
  const name = cell('name') || [cell('first_name'), cell('last_name')].filter(Boolean).join(' ');
  const email = cell('email');
  const item = email || name || cells.find(Boolean)!;
  const refuse = (message: string, values: ReportNote['values'] = {}): PersonRow => ({
    line,
    person: null,
    item,
    refused: { message, values },
  });
  const parsed = z.safeParse(MemberInput, { name, email });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(issue!.path[0] === 'name' && !name ? messages.noName : issue!.message);
  }
  const productNames = productsNamed(cell('product'), products);
  const unknown = productNames.find((title) => !products.has(productKey(title, products)));
  if (unknown !== undefined) return refuse(messages.unknownProduct, { product: unknown });
  const product_ids = productNames.flatMap(
    (title) => products.get(productKey(title, products)) ?? [],
  );
  const person = { line, name: parsed.data.name, email: parsed.data.email, product_ids };
  return { line, person, item, refused: null };
}

/**
 * The products of a cell. A cell that somebody wrote without quotes may be the name of one product.
 */
export function productsNamed(cell: string, products: Products): string[] {
  const isKnown = (title: string) => products.has(productKey(title, products));
  const titles = listOfCell(cell);
  return isKnown(cell) && !titles.every(isKnown) ? [cell] : titles;
}

/** Tells the line where an e-mail stood first. */
export function firstLines() {
  const lines = new Map<string, number>();
  return ({ email, line }: Pick<Person, 'email' | 'line'>): number | null => {
    const key = email.toLowerCase();
    const first = lines.get(key) ?? null;
    if (first === null) lines.set(key, line);
    return first;
  };
}
