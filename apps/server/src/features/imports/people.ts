import { messages } from '@vitrine/contract/imports';
import { MemberInput } from '@vitrine/contract/members';
import * as z from 'zod/mini';
import type { Report } from './report.ts';
import { rowAt, type Sheet } from './sheet.ts';

export interface Person {
  line: number;
  name: string;
  email: string;
  product_ids: number[];
}

/** The ids of the products that may be named, by `productKey` of their title. */
export type Products = Map<string, number>;

/** Case, accents and spaces around do not tell products apart. */
export const productKey = (title: string) =>
  title.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Goes through the people of a sheet; lines that are wrong are named in the report and left out. */
export function* peopleIn(
  sheet: Sheet,
  products: Products,
  report: Report,
): Generator<{ person: Person | null; next: number }> {
  const lines = new Map<string, number>();
  for (let at = sheet.first; at < sheet.lines.length;) {
    const { cells, next } = rowAt(sheet, at);
    const line = at + 1;
    if (cells === null) report.add(sheet.lines[at]!.trim(), messages.unreadableLine, { line });
    const person = cells?.some(Boolean) ? personIn(sheet, cells, line, products, report) : null;
    if (person) {
      const key = person.email.toLowerCase();
      const first = lines.get(key);
      if (first === undefined) lines.set(key, line);
      else report.add(person.email, messages.sameEmail, { line, values: { first } });
    }
    yield { person, next };
    at = next;
  }
}

function personIn(
  { columns }: Sheet,
  cells: string[],
  line: number,
  products: Products,
  report: Report,
): Person | null {
  const [name, email, titles] = [columns.name, columns.email, columns.products].map((column) =>
    (cells[column] ?? '').replace(/\s+/g, ' '),
  ) as [string, string, string];
  const item = email || name || cells.find(Boolean)!;
  const parsed = z.safeParse(MemberInput, { name, email });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = issue!.path[0] === 'name' && !name ? messages.noName : issue!.message;
    report.add(item, message, { line });
    return null;
  }
  const wanted = titles.split(/[;|]/).filter((title) => title.trim());
  const unknown = wanted.find((title) => !products.has(productKey(title)));
  if (unknown !== undefined) {
    report.add(item, messages.unknownProduct, { line, values: { product: unknown.trim() } });
    return null;
  }
  const product_ids = wanted.map((title) => products.get(productKey(title))!);
  return { line, name: parsed.data.name, email: parsed.data.email, product_ids };
}
