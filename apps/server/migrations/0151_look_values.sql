-- The look stands in every page of the school. Rows also come from archives, past the calls' checks.
ALTER TABLE platform_settings
  ADD CONSTRAINT platform_settings_font_check CHECK (font_primary IN (
    'Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald')),
  ADD CONSTRAINT platform_settings_colors_check CHECK (
    concat(primary_color, text_color, overlay_color, background_color_primary,
      background_color_secondary) ~* '^(#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})){5}$');
