import { expect, test } from 'vitest';
import { contrast, isLight, themeOf } from '../src/theme.ts';

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
  background_image: null as string | null,
};

const states = ['--ok', '--warn', '--error'] as const;
const small = ['--text-2', '--text-3', '--brand-ink', ...states] as const;
const grounds = ['--ground', '--surface-1', '--surface-2', '--raised'] as const;

/** The lowest contrast of a small text on a ground, a panel or a menu. */
function lowest(colors: Partial<typeof school>) {
  const theme = themeOf({ ...school, ...colors });
  return Math.min(
    ...small.flatMap((text) => grounds.map((ground) => contrast(theme[text]!, theme[ground]!))),
  );
}

/** A colour that lies on another one with a share, as in `bg-ok/15`. */
function tinted(ground: string, color: string, share: number) {
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const under = parts(ground);
  const mixed = parts(color).map((part, at) => Math.round(part * share + under[at]! * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

test('small texts can be read on the ground and on panels', () => {
  expect(lowest({})).toBeGreaterThanOrEqual(4.5);
});

test('small texts can be read on light and dark grounds with a panel of the same kind', () => {
  const light = ['#ffffff', '#fbfaf8', '#f4f2ef', '#e1e4e1', '#fff4c2', '#d9f2ff'];
  const dark = ['#000000', '#0b0b0f', '#131318', '#1f2a1c', '#2a0016'];
  const colors = ['#000000', '#ffffff', '#ffb238', '#b3155a', '#7e0505', '#6c9bff', '#808080'];
  const found: object[] = [];
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
            if (lowest(school) < 4.5) found.push(school);
          }
  expect(found).toEqual([]);
});

test('a state and the brand can be read on a tint of themselves', () => {
  const grounds = ['#000000', '#0b0b0f', '#0f3d2e', '#3a2f5b', '#fbfaf8', '#ffffff', '#d9f2ff'];
  const colors = ['#000000', '#ffb238', '#b3155a', '#7e0505', '#1d4ed8', '#00a86b'];
  for (const background_color_primary of grounds)
    for (const primary_color of colors) {
      const colors = {
        background_color_primary,
        background_color_secondary: background_color_primary,
        text_color: '#808080',
        primary_color,
      };
      const theme = themeOf({ ...school, ...colors });
      for (const under of ['--ground', '--surface-1'] as const) {
        const ground = theme[under]!;
        const pairs = [
          contrast(theme['--brand-ink']!, tinted(ground, primary_color, 0.15)),
          ...states.map((name) => contrast(theme[name]!, tinted(ground, theme[name]!, 0.15))),
        ];
        expect(Math.min(...pairs), JSON.stringify(colors)).toBeGreaterThanOrEqual(4.5);
      }
    }
});

const photograph = { background_image: 'https://contraluz.example.com/files/serra.jpg' };
const darkSchool = {
  text_color: '#f6f5f3',
  background_color_primary: '#0b0b0f',
  background_color_secondary: '#131318',
};

test('a photograph behind a light school lightens where the chosen overlay is dark', () => {
  const imageOf = (colors: Partial<typeof school>) =>
    themeOf({ ...school, ...photograph, ...colors })['--page-image'];
  expect(imageOf({})).toContain('rgb(251 250 248 / 0.6)');
  expect(imageOf({ overlay_color: '#ffe9a8' })).toContain('rgb(255 233 168 / 0.6)');
  expect(imageOf(darkSchool)).toContain('rgb(11 11 15 / 0.6)');
});

test.each([
  ['light', {}, tinted('#000000', '#fbfaf8', 0.6)],
  ['dark', darkSchool, tinted('#ffffff', '#0b0b0f', 0.6)],
])('small texts of a %s school can be read on every photograph', (_, colors, spot) => {
  const theme = themeOf({ ...school, ...photograph, ...colors });
  for (const text of ['--text-2', '--text-3'] as const)
    expect(contrast(theme[text]!, spot), text).toBeGreaterThanOrEqual(4.5);
});

test('a ground of middle lightness has the tokens of its text: dark text on light menus', () => {
  for (const ground of ['#808080', '#1e90ff', '#e53935', '#2e8b57', '#ff4500', '#999999']) {
    const colors = {
      background_color_primary: ground,
      background_color_secondary: ground,
      text_color: '#ffffff',
    };
    const theme = themeOf({ ...school, ...colors });
    const takesDark = contrast('#121217', ground) > contrast('#ffffff', ground);
    expect(isLight(colors), ground).toBe(takesDark);
    expect(theme['color-scheme'], ground).toBe(takesDark ? 'light' : 'dark');
    expect(contrast(theme['--text']!, theme['--raised']!), ground).toBeGreaterThan(4.5);
    for (const state of states)
      expect(contrast(theme[state]!, theme['--ground']!), ground).toBeGreaterThan(4);
  }
});
