import { limits } from '@vitrine/contract/carousels';
import type { home } from '@vitrine/contract/home';
import type { AnswerFor } from '@vitrine/contract/core';
import type { Language } from '@vitrine/contract/languages';
import type { JsonText } from '../../kit/answers.ts';
import { bannersJson } from '../../kit/showcase/banners.ts';
import { continueJson } from '../../kit/showcase/going-on.ts';
import { noRow } from '../../kit/showcase/picks.ts';
import type { Reader } from '../../kit/showcase/reader.ts';
import { rowJson, rowsWithCards } from '../../kit/showcase/rows-with-cards.ts';
import { titlesIn, valuesOfRows } from '../../kit/showcase/rows.ts';
import { needsSweep } from '../../kit/showcase/trending.ts';
import type { Asker } from '../../platform/database.ts';

export type HomeJson = JsonText<AnswerFor<typeof home.show>>;

/**
 * The whole home page in one statement, as PostgreSQL writes it. Each part asks by key for what it
 * shows: a row for its first cards, a card for its own thing, however large the school.
 */
const statement = `WITH ${rowsWithCards(limits.cards)}
SELECT json_build_object('data', json_build_object(
  'banners', ${bannersJson},
  'carousels', (
    SELECT coalesce(json_agg(${rowJson} ORDER BY r.position DESC, r.id DESC), '[]')
    FROM rows r LEFT JOIN cards ON cards.carousel_id = r.id
    WHERE $3 OR cards.list IS NOT NULL),
  'courses', coalesce((SELECT cards.list FROM cards WHERE cards.carousel_id = ${noRow}), '[]'),
  'continue', ${continueJson},
  'settings', (
    SELECT json_build_object(
      'showcase', s.showcase::integer,
      'showcase_url_redirect', s.showcase_url_redirect,
      'show_blocked_content', s.show_blocked_content::integer,
      'banner_custom_transition_type', s.banner_custom_transition_type,
      'banner_custom_autoplay', s.banner_custom_autoplay::integer,
      'banner_custom_autoplay_time', s.banner_custom_autoplay_time)
    FROM platform_settings s WHERE s.tenant_id = $1)
))::text AS answer, ${needsSweep} AS sweep`;

/** @returns the answer, and whether what makes up Em alta should be swept. */
export async function readHome(school: Asker, reader: Reader, language: Language) {
  const [row] = await school.prepared<{ answer: HomeJson; sweep: boolean }>('home', statement, [
    ...valuesOfRows(school, reader, null),
    titlesIn(language),
  ]);
  return row!;
}
