import {
  limits,
  messages,
  type MembersChoices,
  type MembersPreview,
} from '@vitrine/contract/imports';
import type { Database } from '../../platform/database.ts';
import { truncate } from './cartridge/text.ts';
import { columnsFor, inBatches, leftColumns, reportColumns } from './import-members.ts';
import { countOutcomes, namedProducts } from './people.store.ts';
import { productKey, productsNamed, type Person, type Products } from './people.ts';
import { newReport } from './report.ts';
import type { Sheet } from './sheet-process.ts';
import { endOf } from './sheet.ts';

const SAMPLE_ROWS = 5;
const MAX_SAMPLE_CHARACTERS = 100;
const ROWS_PER_READ = 500;
const MAX_PRODUCTS = 200;

type Columns = NonNullable<MembersChoices['columns']>;

/** Previews an import without writing. The messages keep their `{{names}}`. */
export async function previewMembers(
  database: Database,
  tenantId: number,
  sheet: Sheet,
  choices: MembersChoices,
) {
  const inSchool = database.readTransaction;
  const { columns, remembered, products } = await inSchool(tenantId, async (tx) => ({
    ...(await columnsFor(tx, sheet, choices)),
    products: await namedProducts(tx),
  }));
  for (const { title, product_id } of choices.products)
    products.set(productKey(title, products), product_id);

  const report = newReport({ limit: limits.previewLines });
  reportColumns(sheet, columns, report);
  const people: Person[] = [];
  let refusedCount = 0;
  if (columns.email !== null)
    for await (const { rows } of inBatches(sheet, columns, products, report))
      for (const row of rows) {
        if (row.person) people.push(row.person);
        else refusedCount += 1;
      }
  const { sample, countByProduct } = await readSample(sheet, columns, products);
  const counts = await inSchool(tenantId, (tx) => countOutcomes(tx, people));
  return {
    preview: {
      headings: sheet.headings,
      sample,
      columns,
      remembered,
      rows: sheet.total,
      unknown: leftColumns(sheet, columns).unknown,
      counts: { ...counts, refused: refusedCount },
      products: [...countByProduct].map(([key, { title, rows }]) => ({
        title,
        rows,
        matched: products.has(key),
        product_id: products.get(key) ?? null,
      })),
    } satisfies Omit<MembersPreview, 'report'>,
    // The list of products reports an unknown product once, not each row.
    lines: report.lines.filter(({ message }) => message !== messages.unknownProduct),
  };
}

/** Reads the first filled rows, and the number of rows of each product. */
async function readSample(sheet: Sheet, { product }: Columns, products: Products) {
  const sample: string[][] = [];
  const countByProduct = new Map<string, { title: string; rows: number }>();
  for (let line = sheet.before; ;) {
    const rows = await sheet.rowsAfter(line, ROWS_PER_READ);
    if (!rows.length) return { sample, countByProduct };
    line = endOf(rows.at(-1)!);
    for (const { cells } of rows) {
      if (!cells?.some(Boolean)) continue;
      if (sample.length < SAMPLE_ROWS)
        sample.push(cells.map((cell) => truncate(cell, MAX_SAMPLE_CHARACTERS)));
      const cell = product === null ? '' : (cells[product] ?? '');
      for (const title of productsNamed(cell.replace(/\s+/g, ' ').trim(), products)) {
        const key = productKey(title, products);
        const count = countByProduct.get(key) ?? { title, rows: 0 };
        count.rows += 1;
        if (countByProduct.has(key) || countByProduct.size < MAX_PRODUCTS)
          countByProduct.set(key, count);
      }
    }
  }
}
