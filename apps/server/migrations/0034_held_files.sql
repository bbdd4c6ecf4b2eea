-- The files that each feature holds, by the thing that holds them: one view a feature. A file that no
-- row of its feature's view names is released (kit/claim-files.ts).

CREATE VIEW banner_files WITH (security_invoker = true) AS
  SELECT b.tenant_id, b.id AS banner_id, held.path
  FROM banners b CROSS JOIN unnest(ARRAY[
    b.url_image, b.url_image_vertical, b.headline_image, b.url_video, b.url_video_vertical
  ]) AS held (path)
  WHERE held.path LIKE '/files/%';

CREATE VIEW settings_files WITH (security_invoker = true) AS
  SELECT s.tenant_id, held.path
  FROM platform_settings s CROSS JOIN unnest(ARRAY[
    s.logo_square, s.logo_horizontal, s.favicon, s.background_image, s.login_banner,
    s.login_banner_vertical
  ]) AS held (path)
  WHERE held.path LIKE '/files/%';

CREATE VIEW catalog_files WITH (security_invoker = true) AS
  SELECT c.tenant_id, c.id AS course_id, NULL::bigint AS module_id, NULL::bigint AS lesson_id,
    c.cover AS path
  FROM courses c WHERE c.cover LIKE '/files/%'
  UNION ALL
  SELECT m.tenant_id, m.course_id, m.id, NULL, m.cover
  FROM modules m WHERE m.cover LIKE '/files/%'
  UNION ALL
  SELECT l.tenant_id, l.course_id, l.module_id, l.id, l.cover
  FROM lessons l WHERE l.cover LIKE '/files/%'
  UNION ALL
  SELECT l.tenant_id, l.course_id, l.module_id, l.id, l.video_url
  FROM lessons l WHERE l.video_url LIKE '/files/%'
  UNION ALL
  SELECT l.tenant_id, l.course_id, l.module_id, l.id, image.parts[1]
  FROM lessons l
  CROSS JOIN regexp_matches(l.content, '/files/[0-9]+/[A-Za-z0-9_.-]+', 'g') AS image (parts)
  WHERE l.content LIKE '%/files/%'
  UNION ALL
  SELECT l.tenant_id, l.course_id, l.module_id, l.id, f.path
  FROM lesson_files f JOIN lessons l ON l.tenant_id = f.tenant_id AND l.id = f.lesson_id
  UNION ALL
  SELECT l.tenant_id, l.course_id, l.module_id, l.id, s.path
  FROM lesson_captions s JOIN lessons l ON l.tenant_id = s.tenant_id AND l.id = s.lesson_id;
