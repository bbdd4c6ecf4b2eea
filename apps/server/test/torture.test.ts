import { expect, test, vi } from 'vitest';
import { parts, type Part } from '../torture/faults.ts';
import { torture } from '../torture/torture.ts';

/** The short form: each fault once. `npm run torture` repeats them as often as one likes. */
vi.setConfig({ testTimeout: 180_000 });

test.each(Object.keys(parts) as Part[])(
  '%s: every acknowledged write is there once, and no hand is needed',
  async (part) => {
    const count = Object.keys(parts[part]).length;
    const told: string[] = [];
    const say = (line: string) => void told.push(line);
    const { held, broken } = await torture(part, { seed: 16, count, say });
    expect(broken, told.join('\n')).toEqual([]);
    expect(held).toBeGreaterThan(count * 5);
  },
);
