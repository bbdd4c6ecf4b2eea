// Preloaded into a server: its clock differs by the milliseconds that a file names.
import { readFileSync } from 'node:fs';

const Real = Date;
let offset = 0;
const read = () => {
  try {
    offset = Number(readFileSync(process.env.TORTURE_CLOCK, 'utf8')) || 0;
  } catch {
    offset = 0; // no fault has begun yet
  }
};
read();
setInterval(read, 20).unref();

globalThis.Date = class extends Real {
  constructor(...values) {
    super(...(values.length ? values : [Real.now() + offset]));
  }
  static now() {
    return Real.now() + offset;
  }
};
