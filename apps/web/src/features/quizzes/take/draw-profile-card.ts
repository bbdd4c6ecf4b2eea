import type { ReadAttempt } from '@vitrine/contract/quizzes';
import { profileTint } from './profile-tints.ts';

/** The card in its own units. The saved image is 1080 × 1350. */
export const CARD = { width: 560, height: 700, savedWidth: 1080 } as const;

/** The texts of the drawn card, and the rays of its sun. */
export interface ProfileCard {
  /** One ray each, in the order of the answers. */
  weights: NonNullable<ReadAttempt['weights']>;
  /** The colour of a profile's rays, in CSS. */
  tintOf: (profile: string) => string;
  /** Resolves a colour of CSS, which may name the school's own, for a canvas. */
  colorOf: (css: string) => string;
  font: string;
  titleFont: string;
  school: string;
  logo: HTMLImageElement | null;
  /** The owner's image of the profile, instead of the sun. */
  image: HTMLImageElement | null;
  /** 'Marina Sant’Ana é' */
  lead: string;
  title: string;
}

type Canvas = CanvasRenderingContext2D;

const SUN = { x: 280, y: 262, radius: 88 } as const;
const MARGIN = 36;

/** Draws the card of a profile. Each answer is a ray of its sun, so no two cards are alike. */
export function drawProfileCard(canvas: HTMLCanvasElement, width: number, card: ProfileCard) {
  const to = canvas.getContext('2d');
  if (!to) return;
  canvas.width = width;
  canvas.height = (width * CARD.height) / CARD.width;
  to.scale(width / CARD.width, width / CARD.width);
  if (card.image) drawOwnImage(to, card.image);
  else drawLandscape(to, card);
  drawSchool(to, card);
  drawTitle(to, card);
}

function drawOwnImage(to: Canvas, image: HTMLImageElement) {
  const scale = Math.max(CARD.width / image.naturalWidth, CARD.height / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  to.drawImage(image, (CARD.width - width) / 2, (CARD.height - height) / 2, width, height);
  // Text stays readable on any image.
  fill(
    to,
    [0, 0, CARD.width, 130],
    [
      [0, 'rgb(0 0 0 / 0.55)'],
      [1, 'rgb(0 0 0 / 0)'],
    ],
  );
  fill(
    to,
    [0, 360, CARD.width, CARD.height - 360],
    [
      [0, 'rgb(0 0 0 / 0)'],
      [0.55, 'rgb(0 0 0 / 0.72)'],
      [1, 'rgb(0 0 0 / 0.86)'],
    ],
  );
}

function drawLandscape(to: Canvas, card: ProfileCard) {
  const mix = (lightness: number, chroma: number, turn: number, alpha = 1) =>
    card.colorOf(`oklch(from var(--brand) ${lightness} ${chroma} calc(h + ${turn}) / ${alpha})`);
  fill(
    to,
    [0, 0, CARD.width, 540],
    [
      [0, mix(0.2, 0.08, -145)],
      [0.4, mix(0.29, 0.13, -125)],
      [0.72, mix(0.43, 0.16, -72)],
      [1, mix(0.66, 0.18, -26)],
    ],
  );
  drawStars(to);
  drawGlow(to, mix);
  drawRays(to, card);
  drawDisc(to, mix);
  drawHill(to, 458, 24, mix(0.62, 0.12, -24));
  drawHill(to, 500, 36, mix(0.4, 0.1, -44), 190);
  drawHill(to, 536, 24, mix(0.27, 0.08, -70), 330);
  drawPerson(to, 462, 576, mix(0.15, 0.035, -90));
  drawHill(to, 568, 14, mix(0.15, 0.035, -90), 90);
  to.fillStyle = mix(0.15, 0.035, -90);
  to.fillRect(0, 590, CARD.width, CARD.height - 590);
}

type Mix = (lightness: number, chroma: number, turn: number, alpha?: number) => string;
type Box = readonly [x: number, y: number, width: number, height: number];

function fill(to: Canvas, [x, y, width, height]: Box, stops: [number, string][]) {
  const gradient = to.createLinearGradient(0, y, 0, y + height);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  to.fillStyle = gradient;
  to.fillRect(x, y, width, height);
}

function drawStars(to: Canvas) {
  for (let star = 0; star < 60; star += 1) {
    // Spread evenly without a pattern: multiples of the golden ratio.
    const x = ((star * 0.618034) % 1) * CARD.width;
    const y = ((star * 0.754878) % 1) * 330;
    to.fillStyle = `rgb(255 255 255 / ${0.15 + 0.5 * ((star * 0.37) % 1)})`;
    to.beginPath();
    to.arc(x, y, 0.6 + ((star * 0.29) % 1) * 0.9, 0, 2 * Math.PI);
    to.fill();
  }
}

function drawGlow(to: Canvas, mix: Mix) {
  const glow = to.createRadialGradient(SUN.x, SUN.y, SUN.radius, SUN.x, SUN.y, 260);
  glow.addColorStop(0, mix(0.83, 0.14, -4, 0.42));
  glow.addColorStop(1, mix(0.83, 0.14, -4, 0));
  to.fillStyle = glow;
  to.fillRect(0, 0, CARD.width, 540);
}

/** A ray is as long as its weight. Many rays are thin. */
function drawRays(to: Canvas, { weights, tintOf, colorOf }: ProfileCard) {
  const heaviest = Math.max(...weights.map(({ weight }) => weight), 0) || 1;
  const from = SUN.radius + 24;
  to.lineCap = 'round';
  to.lineWidth = Math.min(9, Math.max(1.5, (Math.PI * from) / weights.length));
  for (const [index, { profile, weight }] of weights.entries()) {
    const angle = (index / weights.length) * 2 * Math.PI - Math.PI / 2;
    const until = from + 26 + 54 * (weight / heaviest);
    to.strokeStyle = colorOf(tintOf(profile));
    to.beginPath();
    to.moveTo(SUN.x + from * Math.cos(angle), SUN.y + from * Math.sin(angle));
    to.lineTo(SUN.x + until * Math.cos(angle), SUN.y + until * Math.sin(angle));
    to.stroke();
  }
}

function drawDisc(to: Canvas, mix: Mix) {
  const disc = to.createRadialGradient(SUN.x - 12, SUN.y - 20, 8, SUN.x, SUN.y, SUN.radius);
  disc.addColorStop(0, mix(0.99, 0.02, 20));
  disc.addColorStop(1, mix(0.92, 0.09, 8));
  to.fillStyle = disc;
  to.beginPath();
  to.arc(SUN.x, SUN.y, SUN.radius, 0, 2 * Math.PI);
  to.fill();
}

function drawHill(to: Canvas, y: number, height: number, color: string, shift = 0) {
  to.fillStyle = color;
  to.beginPath();
  to.moveTo(0, CARD.height);
  for (let x = 0; x <= CARD.width; x += 8) {
    const wave = Math.sin((x + shift) / 92) + 0.5 * Math.sin((x + shift * 2) / 47);
    to.lineTo(x, y - height * wave * 0.6);
  }
  to.lineTo(CARD.width, CARD.height);
  to.fill();
}

/** Somebody in a long coat stands on the ground, and looks at the sun. */
function drawPerson(to: Canvas, x: number, ground: number, color: string) {
  to.fillStyle = color;
  to.beginPath();
  to.ellipse(x - 1, ground - 68, 6.5, 7.5, -0.15, 0, 2 * Math.PI);
  to.fill();
  to.beginPath();
  to.moveTo(x - 10, ground - 4);
  to.bezierCurveTo(x - 9, ground - 24, x - 13, ground - 60, x - 3, ground - 63);
  to.bezierCurveTo(x + 12, ground - 64, x + 8, ground - 26, x + 11, ground - 4);
  to.fill();
  to.fillRect(x - 6, ground - 6, 4, 24);
  to.fillRect(x + 3, ground - 6, 4, 24);
}

function drawSchool(to: Canvas, { school, logo, font, colorOf }: ProfileCard) {
  const brand = colorOf(profileTint(0));
  const top = MARGIN - 4;
  let left: number = MARGIN;
  if (!logo) {
    drawMark(to, left + 13, top + 14, brand);
    left += 38;
  } else {
    const height = 28;
    const width = Math.min((logo.naturalWidth / logo.naturalHeight) * height, 180);
    to.drawImage(logo, left, top, width, height);
    left += width + 12;
  }
  to.fillStyle = '#fff';
  to.font = `600 17px ${font}`;
  to.textBaseline = 'middle';
  to.fillText(fitted(to, school, CARD.width - MARGIN - left), left, top + 15);
}

/** The ring of a school without a logo, as in its header. */
function drawMark(to: Canvas, x: number, y: number, brand: string) {
  to.fillStyle = brand;
  to.beginPath();
  to.arc(x, y, 13, 0, 2 * Math.PI);
  to.arc(x + 2, y + 1.5, 8, 0, 2 * Math.PI, true);
  to.fill();
}

/** The title stands on the ground, in as many lines as it needs. */
function drawTitle(to: Canvas, { lead, title, font, titleFont }: ProfileCard) {
  const room = CARD.width - 2 * MARGIN;
  to.textBaseline = 'alphabetic';
  const { size, lines } = titleLines(to, title, room, titleFont);
  const lineHeight = size * 1.12;
  const first = CARD.height - MARGIN - 8 - (lines.length - 1) * lineHeight;
  to.fillStyle = '#fff';
  for (const [index, line] of lines.entries())
    to.fillText(line, MARGIN, first + index * lineHeight);
  to.fillStyle = 'rgb(255 255 255 / 0.86)';
  to.font = `400 17px ${font}`;
  to.fillText(fitted(to, lead, room), MARGIN, first - size - 8);
}

function titleLines(to: Canvas, title: string, room: number, font: string) {
  for (const size of [44, 36, 28, 22]) {
    to.font = `700 ${size}px ${font}`;
    const lines = wrapped(to, title, room);
    if (lines.length <= (size > 28 ? 2 : 4)) return { size, lines };
  }
  return { size: 22, lines: wrapped(to, title, room).slice(0, 4) };
}

function wrapped(to: Canvas, text: string, room: number) {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && to.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(fitted(to, word, room));
  }
  return lines;
}

/** The text, cut where it is too wide. */
function fitted(to: Canvas, text: string, room: number) {
  if (to.measureText(text).width <= room) return text;
  let length = text.length;
  while (length > 1 && to.measureText(`${text.slice(0, length)}…`).width > room) length -= 1;
  return `${text.slice(0, length)}…`;
}
