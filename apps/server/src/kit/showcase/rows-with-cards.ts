import { cards } from './cards.ts';
import { viewerCte } from '../course-access.ts';
import { goingOn } from './going-on.ts';
import { picks, type Most } from './picks.ts';
import { rowFields, rows } from './rows.ts';
import { trending } from './trending.ts';

/** For a WITH: `rows`, and in `cards` the list of cards of each that has any. */
export const rowsWithCards = (most: Most) =>
  [viewerCte, rows, goingOn, trending, picks(most), cards()].join(',\n');

/** Of a row `r` and its `cards`, as JSON: the carousel with its cards. */
export const rowJson = `json_build_object(${rowFields},
  'carousel_item', coalesce(cards.list, '[]'))`;
