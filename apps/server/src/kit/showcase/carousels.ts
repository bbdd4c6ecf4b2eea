import { systemTitles } from '@vitrine/contract/carousels';
import type { Language } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';

/** CTE: the wanted carousels `r` among those that the viewer may see. */
export const carouselsCte = (condition: string) => `selected_carousels AS MATERIALIZED (
  SELECT r.* FROM carousels r
  WHERE (r.published OR :isStaff::boolean) AND (${condition}))`;

/** CTE of the carousels of the page, or of the one with `:carouselId`. */
export const selectedCarousels = carouselsCte(':carouselId::bigint IS NULL OR r.id = :carouselId');

/**
 * The fields of a carousel `r`, for a json_build_object. Stored nulls become their defaults (C
 * section 4). System titles come from `:titles`, which `titlesIn` makes in the viewer's language.
 */
export const carouselFields = `
  'id', r.id,
  'tenant_id', r.tenant_id,
  'title', coalesce(:titles::json ->> r.type::text, r.title),
  'description', r.description,
  'type', r.type::text,
  'type_content', r.type_content,
  'custom', (r.type_content IN ('', 'onlyModules', 'onlyClasses'))::integer,
  'carousel_type', r.carousel_type,
  'card_type', coalesce(r.card_type, carousel_card_type(r.type)),
  'font_title', coalesce(r.font_title, (SELECT font_primary FROM viewer_access)),
  'weight_title', r.weight_title,
  'size_title', r.size_title,
  'font_description', coalesce(r.font_description, (SELECT font_primary FROM viewer_access)),
  'weight_description', r.weight_description,
  'size_description', r.size_description,
  'cards_per_group', r.cards_per_group,
  'cards_per_group_mobile', r.cards_per_group_mobile,
  'autoplay', r.autoplay::integer,
  'autoplay_time', r.autoplay_time,
  'published', r.published::integer,
  'version', r.version,
  'content', CASE WHEN :isStaff THEN (
    SELECT coalesce(json_agg(coalesce(i.lesson_id, i.module_id, i.course_id) ORDER BY i.position, i.id), '[]')
    FROM carousel_items i WHERE i.carousel_id = r.id) ELSE '[]' END`;

const titles = new Map<Language, string>();

/** The titles of system carousels as JSON, by type. */
export function titlesIn(language: Language) {
  const cached = titles.get(language);
  if (cached) return cached;
  const json = JSON.stringify(
    Object.fromEntries(
      Object.entries(systemTitles).map(([type, title]) => [type, translate(language, title)]),
    ),
  );
  titles.set(language, json);
  return json;
}
