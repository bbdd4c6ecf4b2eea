-- The text on the school's buttons (C 2, Visual identity): light, dark, or whichever reads better.
ALTER TABLE platform_settings ADD COLUMN button_text_color text NOT NULL DEFAULT 'auto'
  CHECK (button_text_color IN ('auto', 'light', 'dark'));
