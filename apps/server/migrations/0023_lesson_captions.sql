-- What is said in a lesson's video, to read along: one file a language, WebVTT made by us.
ALTER TABLE files
  DROP CONSTRAINT files_kind_check,
  ADD CONSTRAINT files_kind_check CHECK (kind IN ('image', 'video', 'captions', 'file'));

CREATE TABLE lesson_captions (
  tenant_id bigint NOT NULL DEFAULT app_tenant(),
  lesson_id bigint NOT NULL,
  -- BCP 47: it names the captions to people and to browsers.
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$'),
  position integer NOT NULL,
  path text NOT NULL,
  PRIMARY KEY (tenant_id, lesson_id, language),
  FOREIGN KEY (tenant_id, lesson_id) REFERENCES lessons ON DELETE CASCADE
);
