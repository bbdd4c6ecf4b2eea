import type { DataGroup } from '@vitrine/contract/privacy';
import type { DB } from '../../../platform/database.types.ts';

/**
 * The effect of a person's erasure on a row. `cascade`: the foreign key deletes it.
 * `unnamed`: the foreign key empties the column, and the row stays without a person. `number`: an
 * id without a foreign key stays and refers to nobody. `forgotten`: `forgetMember` deletes or
 * rewrites it. `parent`: the row is deleted with its parent row.
 */
type Erasure = 'cascade' | 'unnamed' | 'number' | 'forgotten' | 'parent';

/** A table's part of a person's record, as the export writes it. */
interface Exported {
  group: DataGroup;
  /** The title in the readable page, in Portuguese. */
  title: string;
  /** The columns that order and identify the rows of one person. */
  key: readonly [string, ...string[]];
  /** Columns that are secret, or describe only how the row is stored. */
  omit?: readonly string[];
  /** Columns of the readable page, with their headings in Portuguese. The JSON has every column. */
  columns: Readonly<Record<string, string>>;
}

/** A table that holds personal data. */
export interface PersonalTable {
  table: keyof DB;
  /** Every column that names or describes a person, and what an erasure does with it. */
  holds: Readonly<Record<string, Erasure>>;
  /** The column of the person to whom the data belongs. Default: `member_id`. */
  person?: string;
  /** SQL that finds the rows of `:memberId`, if no column names the person. */
  where?: string;
  exported?: Exported;
}

/** A table whose `member_id` names the person. */
export const member = (erasure: Erasure) => ({ member_id: erasure });
