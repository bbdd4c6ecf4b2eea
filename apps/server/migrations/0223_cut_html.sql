-- A text that is cut to its limit closes the elements that the cut leaves open: the server paints a text as it
-- is stored, and an open list or quotation would take in what follows it.

-- The end tags that a text lacks, the innermost element first.
CREATE FUNCTION missing_end_tags(html text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  tag text[];
  open_tags text[] := '{}';
BEGIN
  FOR tag IN SELECT regexp_matches(html, '<(/?)([a-z][a-z0-9]*)', 'g') LOOP
    IF tag[1] = '/' THEN
      IF open_tags[1] = tag[2] THEN open_tags := open_tags[2:]; END IF;
    -- Elements without content have no end tag.
    ELSIF tag[2] <> ALL ('{br,col,hr,img,source,track,wbr}') THEN
      open_tags := array_prepend(tag[2], open_tags);
    END IF;
  END LOOP;
  RETURN coalesce((SELECT string_agg('</' || t.name || '>', '' ORDER BY t.place)
    FROM unnest(open_tags) WITH ORDINALITY AS t (name, place)), '');
END $$;

-- Cuts a text to so many characters, before a tag or an entity that the cut would leave open, and adds the end
-- tags that it lacks. A whole text within the limit stays as it is.
CREATE FUNCTION cut_html(html text, most integer) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  kept text := html;
  room integer := most;
  end_tags text;
BEGIN
  LOOP
    IF length(html) > room THEN
      kept := regexp_replace(left(html, room), '(<[^<>]*|&[#[:alnum:]]*)$', '');
    END IF;
    end_tags := missing_end_tags(kept);
    EXIT WHEN length(kept) + length(end_tags) <= most;
    -- End tags need room. Without the last tags, there may be fewer of them.
    room := greatest(length(kept) - greatest(length(kept) + length(end_tags) - most, 1), 0);
  END LOOP;
  RETURN kept || end_tags;
END $$;
