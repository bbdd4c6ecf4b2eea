import { expect, test } from 'vitest';
import { contrast, themeOf } from '../src/theme.ts';

const school = {
  primary_color: '#b3155a',
  text_color: '#221b26',
  button_text_color: 'auto',
  background_color_primary: '#fbfaf8',
  background_color_secondary: '#f4f2ef',
  overlay_color: '#0b0b0f',
  overlay_intensity: 60,
  shadow_size: 0,
  font_primary: 'Lato',
  background_image: null,
};

const small = ['--text-2', '--text-3', '--brand-ink'] as const;
const grounds = ['--ground', '--surface-1', '--surface-2'] as const;

/** The lowest contrast of a small text on a ground or a panel. */
function lowest(colors: Partial<typeof school>) {
  const theme = themeOf({ ...school, ...colors });
  return Math.min(
    ...small.flatMap((text) => grounds.map((ground) => contrast(theme[text]!, theme[ground]!))),
  );
}

test('small texts can be read on the ground and on panels', () => {
  expect(lowest({})).toBeGreaterThanOrEqual(4.5);
});

test('small texts can be read on light and dark grounds with a panel of the same kind', () => {
  const light = ['#ffffff', '#fbfaf8', '#f4f2ef', '#e1e4e1', '#fff4c2', '#d9f2ff'];
  const dark = ['#000000', '#0b0b0f', '#131318', '#1f2a1c', '#2a0016'];
  const colors = ['#000000', '#ffffff', '#ffb238', '#b3155a', '#7e0505', '#6c9bff', '#808080'];
  for (const kind of [light, dark])
    for (const background_color_primary of kind)
      for (const background_color_secondary of kind)
        for (const text_color of colors)
          for (const primary_color of colors) {
            const school = {
              background_color_primary,
              background_color_secondary,
              text_color,
              primary_color,
            };
            expect(lowest(school), JSON.stringify(school)).toBeGreaterThanOrEqual(4.5);
          }
});
