-- Limits of the contract that only the calls checked. Rows also come from archives, past them (0151).
-- 0220 brings rows of before right. `length` counts the characters of a text as people do.
ALTER TABLE platform_settings
  ADD CONSTRAINT platform_settings_texts_check CHECK (
    length(login_text) <= 191 AND length(title_cta_login) <= 191
    AND length(use_terms) <= 200000 AND length(privacy_terms) <= 200000) NOT VALID,
  ADD CONSTRAINT platform_settings_addresses_check CHECK (
    greatest(length(link_cta_login), length(showcase_url_redirect), length(url_facebook),
      length(url_instagram), length(url_youtube)) <= 2000) NOT VALID,
  ADD CONSTRAINT platform_settings_redirect_check CHECK (
    redirect_url ~ '^(/homepage|/comunidade/[1-9][0-9]{0,15}/[1-9][0-9]{0,15})$') NOT VALID;

ALTER TABLE carousels
  ADD CONSTRAINT carousels_weights_check CHECK (
    weight_title IN (100, 300, 400, 500, 700, 900)
    AND weight_description IN (100, 300, 400, 500, 700, 900)) NOT VALID,
  ADD CONSTRAINT carousels_fonts_check CHECK (
    font_title IN (
      'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald')
    AND font_description IN (
      'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald')) NOT VALID;

ALTER TABLE communities
  ADD CONSTRAINT communities_links_check CHECK (CASE jsonb_typeof(links)
    WHEN 'array' THEN jsonb_array_length(links) <= 10 ELSE false END) NOT VALID;

-- In bytes of UTF-8, as the contract counts the content of a lesson.
ALTER TABLE lessons
  ADD CONSTRAINT lessons_content_check CHECK (octet_length(content) <= 1048576) NOT VALID,
  ADD CONSTRAINT lessons_embed_check CHECK (length(embed) <= 10000) NOT VALID,
  ADD CONSTRAINT lessons_addresses_check CHECK (
    greatest(length(cover), length(video_url), length(link)) <= 2000) NOT VALID;

ALTER TABLE posts
  ADD CONSTRAINT posts_content_check CHECK (length(content) <= 60000) NOT VALID,
  ADD CONSTRAINT posts_attachments_check CHECK (CASE jsonb_typeof(attachments)
    WHEN 'array' THEN jsonb_array_length(attachments) <= 10 ELSE false END) NOT VALID;

ALTER TABLE post_comments
  ADD CONSTRAINT post_comments_content_check CHECK (length(content) <= 60000) NOT VALID;

ALTER TABLE lesson_comments
  ADD CONSTRAINT lesson_comments_content_check CHECK (length(content) <= 40000) NOT VALID;
