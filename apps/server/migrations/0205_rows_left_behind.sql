-- beside traffic
-- Under an owner whom row-level security binds, earlier migrations changed no row (decision 103). This
-- writes what 0035, 0037 and 0091 left behind. It changes no row that is right.

-- What a member has saved since stays as it is.
-- in slices
INSERT INTO course_progress AS c
  (tenant_id, member_id, course_id, lessons, last_lesson_id, touched_at)
SELECT p.tenant_id, p.member_id, p.course_id,
  jsonb_object_agg(p.lesson_id,
    jsonb_build_array(p.module_id, p.seconds, (p.finished_at IS NOT NULL)::integer)),
  (array_agg(p.lesson_id ORDER BY p.updated_at DESC, p.lesson_id))[1],
  max(p.updated_at)
FROM lesson_progress p
JOIN (
  SELECT begun.tenant_id, begun.member_id, begun.course_id
  FROM (
    SELECT tenant_id, member_id, course_id, count(*) AS lessons
    FROM lesson_progress GROUP BY tenant_id, member_id, course_id) AS begun
  LEFT JOIN course_progress has USING (tenant_id, member_id, course_id)
  WHERE has.lessons IS NULL
    OR (SELECT count(*) FROM jsonb_object_keys(has.lessons)) < begun.lessons
  LIMIT 5000) AS missing USING (tenant_id, member_id, course_id)
GROUP BY p.tenant_id, p.member_id, p.course_id
ON CONFLICT (tenant_id, member_id, course_id) DO UPDATE SET
  lessons = excluded.lessons || c.lessons,
  last_lesson_id = CASE
    WHEN (excluded.touched_at, -excluded.last_lesson_id) > (c.touched_at, -c.last_lesson_id)
    THEN excluded.last_lesson_id ELSE c.last_lesson_id END,
  touched_at = greatest(c.touched_at, excluded.touched_at);

-- in slices
UPDATE files SET claimed = true WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM files WHERE unused_since IS NULL AND NOT claimed LIMIT 5000);

-- The triggers add the bytes to the sums of their schools. 0206 counts the files.
-- in slices
UPDATE files SET counted_bytes = bytes WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM files WHERE counted_bytes = 0 AND bytes > 0 LIMIT 5000);

INSERT INTO level_reaches (tenant_id, member_id, level_id, reached_at, seen_at)
SELECT n.tenant_id, n.member_id, l.id, n.at, n.at
FROM notifications n
JOIN levels l ON l.tenant_id = n.tenant_id AND l.id = n.thing_id
WHERE n.event = 'level'
ON CONFLICT DO NOTHING;
