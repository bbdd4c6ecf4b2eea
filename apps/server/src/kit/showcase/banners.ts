/** The school's font, for all texts that set no other one. */
const schoolFont = '(SELECT s.font_primary FROM platform_settings s)';

const videoState = (column: string) =>
  `(SELECT f.state FROM files f WHERE f.name = split_part(${column}, '/', 4))`;

/** A banner `b` as JSON, as the contract answers it. */
export const bannerJson = `json_build_object(
  'id', b.id,
  'tenant_id', b.tenant_id,
  'order', b.position,
  'category', b.category,
  'title', b.title,
  'subtitle', b.subtitle,
  'text_button', b.text_button,
  'url_primary', b.url_primary,
  'url_image', b.url_image,
  'url_image_vertical', b.url_image_vertical,
  'headline_image', b.headline_image,
  'url_video', b.url_video,
  'url_video_vertical', b.url_video_vertical,
  'url_video_state', ${videoState('b.url_video')},
  'url_video_vertical_state', ${videoState('b.url_video_vertical')},
  'font_headline', coalesce(b.font_headline, ${schoolFont}),
  'weight_headline', b.weight_headline,
  'size_headline', b.size_headline,
  'font_title', coalesce(b.font_title, ${schoolFont}),
  'weight_title', b.weight_title,
  'size_title', b.size_title,
  'font_subtitle', coalesce(b.font_subtitle, ${schoolFont}),
  'weight_subtitle', b.weight_subtitle,
  'size_subtitle', b.size_subtitle,
  'font_button', coalesce(b.font_button, ${schoolFont}),
  'weight_text_button', b.weight_text_button,
  'size_text_button', b.size_text_button,
  'version', b.version)`;

/** All banners in their order, as a JSON list. */
export const bannersJson = `(
  SELECT coalesce(json_agg(${bannerJson} ORDER BY b.position, b.id), '[]')
  FROM banners b)`;
