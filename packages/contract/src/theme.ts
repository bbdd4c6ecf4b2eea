import { isBackground } from './backgrounds.ts';

/**
 * A school's colours as CSS variables, from the colours that the owner chose. Every pair of colours
 * stays readable (WCAG AA). The server writes them into the page; the edit drawer computes them
 * while the owner types.
 */

interface ThemeSettings {
  primary_color: string;
  text_color: string;
  button_text_color: string;
  background_color_primary: string;
  background_color_secondary: string;
  overlay_color: string;
  overlay_intensity: number;
  shadow_size: number;
  font_primary: string;
  background_image: string | null;
}

type Rgb = readonly [number, number, number];

/**
 * Maximum share of an image that shows through the scrim behind text. The scrims cover at least the
 * rest.
 */
const MAX_VEILED_SHARE = 0.18;

/** Share of a colour in the tint behind text of that colour: `--brand-soft`, `bg-ok/15`. */
const TINT_SHARE = 0.15;

const white: Rgb = [255, 255, 255];
const ink: Rgb = [18, 18, 23];
const black: Rgb = [0, 0, 0];

/** The states on a dark and on a light ground, before they are moved (`tokens.css` has the same). */
const states = {
  dark: { ok: [127, 220, 174], warn: [244, 193, 82], error: [255, 154, 151] },
  light: { ok: [18, 92, 62], warn: [115, 76, 0], error: [179, 38, 30] },
} satisfies Record<string, Record<string, Rgb>>;

/** Parses `#rgb`, `#rrggbb` or `#rrggbbaa` (without alpha). Anything else is black. */
function parseColor(hex: string): Rgb {
  const digits = hex.replace('#', '');
  const sixDigits =
    digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const number = (index: number) => Number.parseInt(sixDigits.slice(index, index + 2), 16) || 0;
  return [number(0), number(2), number(4)];
}

const toHex = (color: Rgb) =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * share)) as unknown as Rgb;

const linear = (part: number) => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r, g, b]: Rgb) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** The least contrast of a text on its ground (WCAG AA). */
export const AA_CONTRAST = 4.5;

/** WCAG contrast, 1 to 21. */
export function contrast(a: string, b: string): number {
  return contrastOf(parseColor(a), parseColor(b));
}

function contrastOf(a: Rgb, b: Rgb) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns the colour if its contrast is at least `minRatio`. Otherwise moves it towards white or ink
 * until it is.
 */
export function readable(color: string, ground: string, minRatio = AA_CONTRAST): string {
  return toHex(readableOn(parseColor(color), parseColor(ground), minRatio));
}

const readableOn = (color: Rgb, ground: Rgb, minRatio: number) =>
  readableOnAll(color, () => [ground], ground, minRatio);

/** As `readable`, on all of the grounds. The moved colour itself may tint them. `ground` is the page. */
function readableOnAll(
  color: Rgb,
  groundsOf: (candidate: Rgb) => readonly Rgb[],
  ground: Rgb,
  minRatio: number,
): Rgb {
  const towards = takesDarkText(ground) ? ink : white;
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, towards, share);
    if (groundsOf(candidate).every((under) => contrastOf(candidate, under) >= minRatio))
      return candidate;
  }
  return towards;
}

/** Whether dark text reads better on the colour than white. */
const takesDarkText = (ground: Rgb) => contrastOf(ink, ground) > contrastOf(white, ground);

/** The text colours that a school can choose for buttons. */
export const chosenTexts = { light: toHex(white), dark: toHex(ink) } as const;

/**
 * Text on a colour. A chosen colour is moved until it is readable. `auto` picks dark or light,
 * whichever has more contrast, and tints dark with the colour.
 */
export function textOn(color: string, choice = 'auto'): string {
  if (choice === 'light' || choice === 'dark') return readable(chosenTexts[choice], color);
  const ground = parseColor(color);
  const dark = mix(ink, ground, 0.08);
  return toHex(contrastOf(dark, ground) >= contrastOf(white, ground) ? dark : white);
}

/** CSS variables by name, and the browser's own colour scheme. */
type Theme = Record<'color-scheme' | `--${string}`, string>;

/** The CSS variables of the student's site. */
export function themeOf(settings: ThemeSettings): Theme {
  const ground = parseColor(settings.background_color_primary);
  const text = textOf(settings);
  const surface = panelOf(parseColor(settings.background_color_secondary), ground, text);
  const isDark = !isLight(settings);
  const raised = mix(surface, text, 0.035);
  // On a dark ground, a menu is lighter than any panel.
  const menu = isDark ? mix(surface, text, 0.055) : white;
  // Small texts stand on panels and menus too, which may have less contrast than the ground.
  const grounds = [ground, surface, raised, menu];
  const tintedBy = (color: Rgb) => grounds.map((under) => mix(under, color, TINT_SHARE));
  // On a photograph too: its lightest spot (the darkest, on a light ground) under the overlay.
  const overlay = photoOverlay(settings);
  const share = settings.overlay_intensity / 100;
  const spots = overlay ? [mix(isDark ? white : black, parseColor(overlay), share)] : [];
  const onAll = (color: Rgb, tints: (moved: Rgb) => Rgb[] = () => []) =>
    readableOnAll(color, (moved) => [...grounds, ...tints(moved)], ground, AA_CONTRAST);
  const brand = parseColor(settings.primary_color);
  const { ok, warn, error } = states[isDark ? 'dark' : 'light'];
  // The worst case under text on an image: the lightest image (the darkest, on a light ground) under the
  // scrim.
  const mixed = mix(ground, isDark ? white : black, MAX_VEILED_SHARE);
  const rgb = (color: Rgb) => color.map(Math.round).join(' ');
  return {
    'color-scheme': isDark ? 'dark' : 'light',
    '--ground': toHex(ground),
    '--ground-rgb': rgb(ground),
    '--surface-1': toHex(surface),
    '--surface-2': toHex(raised),
    '--surface-3': toHex(mix(surface, text, 0.085)),
    '--raised': toHex(menu),
    '--line': `rgb(${rgb(text)} / 0.09)`,
    '--line-2': `rgb(${rgb(text)} / 0.17)`,
    '--text': toHex(text),
    '--text-2': toHex(onAll(mix(text, ground, 0.23), () => spots)),
    '--text-3': toHex(onAll(mix(text, ground, 0.42), () => spots)),
    '--brand': toHex(brand),
    '--on-brand': textOn(settings.primary_color, settings.button_text_color),
    '--brand-ink': toHex(onAll(brand, () => tintedBy(brand))),
    '--ok': toHex(onAll(ok, tintedBy)),
    '--warn': toHex(onAll(warn, tintedBy)),
    '--error': toHex(onAll(error, tintedBy)),
    '--veiled-text': toHex(readableOn(text, mixed, AA_CONTRAST)),
    '--veiled-text-2': toHex(readableOn(mix(text, ground, 0.15), mixed, AA_CONTRAST)),
    '--veiled-brand': toHex(readableOn(brand, mixed, AA_CONTRAST)),
    '--brand-soft': `rgb(${rgb(brand)} / ${TINT_SHARE})`,
    '--overlay': `rgb(${rgb(parseColor(settings.overlay_color))} / ${settings.overlay_intensity / 100})`,
    '--page-image': pageImage(settings),
    '--shadow-size': `${settings.shadow_size}px`,
    '--font': `'${settings.font_primary}', '${settings.font_primary} Fallback', system-ui, sans-serif`,
  };
}

/**
 * The chosen panel colour. If text on it has too little contrast: the ground, mixed with a little
 * text colour.
 */
const panelOf = (panel: Rgb, ground: Rgb, text: Rgb) =>
  contrastOf(text, panel) < AA_CONTRAST ? mix(ground, text, 0.035) : panel;

/**
 * The overlay on the page's photograph: the chosen colour, or the ground where the text cannot be
 * read on it. Null without a photograph.
 */
export function photoOverlay(settings: OverlaySettings): string | null {
  const { background_image, background_color_primary, overlay_color } = settings;
  if (!background_image || isBackground(background_image)) return null;
  const isRead = contrastOf(textOf(settings), parseColor(overlay_color)) >= AA_CONTRAST;
  return isRead ? overlay_color : background_color_primary;
}

type OverlaySettings = Pick<
  ThemeSettings,
  'background_image' | 'background_color_primary' | 'overlay_color' | 'text_color'
>;

const textOf = ({ text_color, background_color_primary: ground }: OverlaySettings) =>
  readableOn(parseColor(text_color), parseColor(ground), 7);

/** Preset backgrounds suit the text as they are. A photograph gets the school's overlay. */
function pageImage(settings: ThemeSettings) {
  const { background_image, overlay_intensity } = settings;
  if (!background_image) return 'none';
  const image = `url("${encodeURI(background_image).replaceAll('"', '')}")`;
  const overlay = photoOverlay(settings);
  if (!overlay) return image;
  const shade = `rgb(${parseColor(overlay).join(' ')} / ${overlay_intensity / 100})`;
  return `linear-gradient(${shade}, ${shade}), ${image}`;
}

/** Whether dark text reads better on the school's background than white. */
export const isLight = (settings: Pick<ThemeSettings, 'background_color_primary'>) =>
  takesDarkText(parseColor(settings.background_color_primary));

/**
 * The variables as one CSS rule. Its doubled `:root` overrides the defaults for dark and light
 * grounds. The values come from validated settings: hex colours and listed fonts.
 */
export const themeCss = (settings: ThemeSettings) =>
  `:root:root{${Object.entries(themeOf(settings))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
