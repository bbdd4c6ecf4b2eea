import { hash } from 'node:crypto';

const LINE_END = 10;
const LANE_MODULUS = 2 ** 48;

/** Counts and sums up the rows of COPY's text format. Their order does not matter. */
export class RowDigest {
  rows = 0;
  #rest = Buffer.alloc(0);
  #lanes: [number, number] = [0, 0];

  add(chunk: Buffer) {
    const data = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    let start = 0;
    // COPY writes a line feed within a value as `\n`, so each one ends a row.
    for (let end = data.indexOf(LINE_END); end >= 0; end = data.indexOf(LINE_END, start)) {
      this.#addRow(data.subarray(start, end));
      start = end + 1;
    }
    this.#rest = Buffer.from(data.subarray(start));
  }

  get text() {
    return this.#lanes.map((lane) => lane.toString(16).padStart(12, '0')).join('');
  }

  #addRow(row: Buffer) {
    const bytes = hash('sha256', row, 'buffer');
    this.rows += 1;
    this.#lanes = [
      (this.#lanes[0] + bytes.readUIntBE(0, 6)) % LANE_MODULUS,
      (this.#lanes[1] + bytes.readUIntBE(6, 6)) % LANE_MODULUS,
    ];
  }
}
