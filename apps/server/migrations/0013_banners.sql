-- The large pictures that a home page opens with. A file is held by its path, /files/{school}/{name}.
CREATE TABLE banners (
  tenant_id bigint NOT NULL DEFAULT app_tenant() REFERENCES tenants ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  position integer NOT NULL,
  category text NOT NULL DEFAULT '' CHECK (length(category) <= 255),
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 255),
  subtitle text NOT NULL DEFAULT '' CHECK (length(subtitle) <= 250),
  text_button text NOT NULL DEFAULT '' CHECK (length(text_button) <= 255),
  url_primary text,
  url_image text,
  url_image_vertical text,
  headline_image text,
  url_video text,
  url_video_vertical text,
  -- Fonts, null: the school's, also when it takes another one.
  font_headline text,
  weight_headline smallint NOT NULL DEFAULT 400 CHECK (weight_headline BETWEEN 100 AND 900),
  size_headline smallint NOT NULL DEFAULT 16 CHECK (size_headline BETWEEN 8 AND 96),
  font_title text,
  weight_title smallint NOT NULL DEFAULT 400 CHECK (weight_title BETWEEN 100 AND 900),
  size_title smallint NOT NULL DEFAULT 16 CHECK (size_title BETWEEN 8 AND 96),
  font_subtitle text,
  weight_subtitle smallint NOT NULL DEFAULT 400 CHECK (weight_subtitle BETWEEN 100 AND 900),
  size_subtitle smallint NOT NULL DEFAULT 16 CHECK (size_subtitle BETWEEN 8 AND 96),
  font_button text,
  weight_text_button smallint NOT NULL DEFAULT 400 CHECK (weight_text_button BETWEEN 100 AND 900),
  size_text_button smallint NOT NULL DEFAULT 16 CHECK (size_text_button BETWEEN 8 AND 96),
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT banners_show_something CHECK (
    title <> '' OR coalesce(headline_image, url_image, url_image_vertical, url_video,
                            url_video_vertical) IS NOT NULL)
);
CREATE INDEX banners_in_order ON banners (tenant_id, position, id);

-- The first one is what a home page is painted with first: it stands in the page's bytes.
CREATE TRIGGER school_changed AFTER INSERT OR UPDATE OR DELETE ON banners
  FOR EACH ROW EXECUTE FUNCTION tell_school_changed('tenant_id');
