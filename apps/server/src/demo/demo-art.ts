/**
 * The two scenes of the demo school's banners, drawn as SVG of any size. The light is on the right
 * of wide screens and on top of phones, so that the text has a calm background.
 */
export interface Canvas {
  width: number;
  height: number;
}

/** `at` is the position in the animation, 0 to 1. */
export type Scene = (canvas: Canvas, at?: number) => string;

/** A sunset over eight mountain ranges, each nearer and darker than the one before. */
export function ridges({ width, height }: Canvas, at = 0) {
  const random = seeded(11);
  const tall = height > width;
  const sun = { x: width * (tall ? 0.56 : 0.7), y: height * ((tall ? 0.24 : 0.4) + at * 0.08) };
  const unit = Math.max(width, height) / 1920;
  const first = height * (tall ? 0.24 : 0.4) + 40 * unit;
  const ranges = Array.from({ length: 8 }, (_, index) => {
    const near = index / 7;
    const base = first + (height - first) * (0.02 + near * 0.82);
    const line = skyline(random, width, (46 + near * 120) * unit);
    const fill = mix('#d9744e', '#0d0b16', near ** 0.62);
    const haze = `<path d="${area(line, base, width, height)}" fill="url(#haze)" opacity="${0.34 * (1 - near)}"/>`;
    return `<path d="${area(line, base, width, height)}" fill="${fill}"/>${haze}`;
  });
  const birds = [
    [-0.11, -0.12, 1],
    [-0.08, -0.135, 0.8],
    [-0.055, -0.115, 0.66],
    [0.1, -0.2, 0.6],
  ].map(([x = 0, y = 0, size = 1]) => {
    const [left, top] = [sun.x + (x - at * 0.16) * width, sun.y + (y - at * 0.1) * height];
    const wing = (15 + 3 * Math.sin(at * 60 + x * 40)) * size * unit;
    return `<path d="M${left - wing} ${top - wing * 0.5}q${wing * 0.6}-${wing * 0.1} ${wing} ${wing * 0.5}q${wing * 0.4}-${wing * 0.6} ${wing}-${wing * 0.5}" fill="none" stroke="#4a1f33" stroke-width="${2.6 * unit * size}" stroke-linecap="round"/>`;
  });
  return drawing(
    { width, height },
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1b1436"/><stop offset=".3" stop-color="#5b2a5e"/><stop offset=".52" stop-color="#c1523f"/><stop offset=".72" stop-color="#f5a04c"/></linearGradient>
     <radialGradient id="glow"><stop stop-color="#fff3cf"/><stop offset=".12" stop-color="#ffd987" stop-opacity=".85"/><stop offset=".45" stop-color="#ff9d4d" stop-opacity=".32"/><stop offset="1" stop-color="#ff8a3d" stop-opacity="0"/></radialGradient>
     <linearGradient id="haze" x2="0" y2="1"><stop stop-color="#ffcf9a"/><stop offset=".5" stop-color="#ff9c5c" stop-opacity="0"/></linearGradient>`,
    `<rect width="100%" height="${first + 300 * unit}" fill="url(#sky)"/>
     <g transform="translate(${at * 70 * unit} 0)">${clouds(random, { width, height: first - 40 * unit }, unit)}</g>
     <circle cx="${sun.x}" cy="${sun.y}" r="${720 * unit}" fill="url(#glow)"/>
     <circle cx="${sun.x}" cy="${sun.y}" r="${64 * unit}" fill="#fff6dc"/>
     ${birds.join('')}${ranges.join('')}`,
  );
}

/** A close-up of a stem with drops, in front of blurred lights. */
export function dew({ width, height }: Canvas, moment = 0) {
  const random = seeded(29);
  const unit = Math.max(width, height) / 1920;
  const tall = height > width;
  const at = { x: width * (tall ? 0.5 : 0.7), y: height * (tall ? 0.34 : 0.52) };
  const lights = Array.from({ length: 46 }, () => {
    const radius = (26 + random() ** 2 * 118) * unit;
    const [x, y] = [random() * width + moment * radius, random() * height * 0.94];
    const fill = ['#c9f27b', '#7fd98a', '#3fb39a', '#f6e08a', '#9ce0c4'][Math.floor(random() * 5)]!;
    const shine = 0.1 + random() * 0.26;
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" fill-opacity="${shine}" stroke="${fill}" stroke-opacity="${shine * 0.9}" stroke-width="${2 * unit}"/>`;
  });
  /** The stem's points. It starts below the image, bends to the light, and ends inside. */
  const sway = Math.sin(moment * Math.PI * 4) * 0.12;
  const stem = (t: number) => ({
    x: at.x - 60 * unit + Math.sin(t * 2.2 - 0.9 + sway * t) * 150 * unit,
    y: height * (0.07 + t * 0.98),
  });
  const points = Array.from({ length: 41 }, (_, index) => stem(index / 40));
  const path = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');
  const beads = [30, 17, 44, 22, 58, 26, 36].map((size) => size * unit);
  const drops = beads.map((radius, index) => {
    const slid = index === 4 ? moment ** 3 * 0.3 : 0;
    const { x, y } = stem((0.06 + index * 0.115 + slid) * (tall ? 0.6 : 1));
    return drop({ x: x + (index % 2 ? -0.5 : 0.6) * radius, y: y + radius * 0.7 }, radius);
  });
  return drawing(
    { width, height },
    `<linearGradient id="air" x2=".7" y2="1"><stop stop-color="#0b2b2a"/><stop offset=".5" stop-color="#1d6a55"/><stop offset="1" stop-color="#07191c"/></linearGradient>
     <radialGradient id="sunlit"><stop stop-color="#eaffb0" stop-opacity=".85"/><stop offset=".5" stop-color="#8fd76a" stop-opacity=".28"/><stop offset="1" stop-color="#8fd76a" stop-opacity="0"/></radialGradient>
     <radialGradient id="water" cx=".5" cy=".72" r=".62"><stop stop-color="#f5ffd6"/><stop offset=".42" stop-color="#9fdc7c"/><stop offset=".8" stop-color="#1f6b50"/><stop offset="1" stop-color="#0d3a34"/></radialGradient>
     <filter id="soft"><feGaussianBlur stdDeviation="${5 * unit}"/></filter>`,
    `<rect width="100%" height="100%" fill="url(#air)"/>
     <circle cx="${at.x + 160 * unit}" cy="${at.y - 220 * unit}" r="${820 * unit}" fill="url(#sunlit)"/>
     <g filter="url(#soft)">${lights.join('')}</g>
     <path d="${path}" fill="none" stroke="#0c2f22" stroke-width="${15 * unit}" stroke-linecap="round"/>
     <path d="${path}" fill="none" stroke="#8ecf63" stroke-width="${4 * unit}" stroke-linecap="round" transform="translate(${3.5 * unit} ${-1 * unit})"/>
     ${drops.join('')}`,
  );
}

const drop = ({ x, y }: { x: number; y: number }, radius: number) =>
  `<g transform="translate(${x} ${y}) scale(${radius})">
     <circle r="1" fill="url(#water)"/>
     <circle r=".985" fill="none" stroke="#06231d" stroke-opacity=".5" stroke-width=".03"/>
     <ellipse cx="-.36" cy="-.42" rx=".24" ry=".16" transform="rotate(-38 -.36 -.42)" fill="#fff" fill-opacity=".92"/>
     <path d="M-.62 .5A.8 .8 0 0 0 .62 .5" fill="none" stroke="#fbffe6" stroke-opacity=".7" stroke-width=".07" stroke-linecap="round"/>
   </g>`;

// Brushes ----------------------------------------------------------------------------------------

/** Puts grain over everything, because long gradients would show bands. */
export const drawing = ({ width, height }: Canvas, defs: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}
   <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .16 -.03"/></filter></defs>
   ${body}<rect width="100%" height="100%" filter="url(#grain)" opacity=".5"/></svg>`;

/** Long thin clouds, denser towards the bottom. */
function clouds(random: () => number, { width, height }: Canvas, unit: number) {
  const streaks = Array.from({ length: 15 }, () => {
    const depth = random();
    const [x, y] = [random() * width, height * (0.25 + depth * 0.72)];
    return `<ellipse cx="${x}" cy="${y}" rx="${(180 + random() * 420) * unit}" ry="${(5 + (1 - depth) * 22) * unit}" fill="${mix('#8d3d63', '#ffd08a', depth)}" fill-opacity="${0.14 + random() * 0.2}"/>`;
  });
  return `<g filter="url(#mist)">${streaks.join('')}</g><filter id="mist"><feGaussianBlur stdDeviation="${16 * unit} ${5 * unit}"/></filter>`;
}

/** Heights from left to right, by midpoint displacement: each step moves the middles by less. */
function skyline(random: () => number, width: number, height: number): number[] {
  let line = [random() - 0.5, random() - 0.5, random() - 0.5].map((at) => at * height);
  for (let reach = height; line.length < width / 6; reach *= 0.56)
    line = line.flatMap((here, index) => {
      const next = line[index + 1];
      return next === undefined ? [here] : [here, (here + next) / 2 + (random() - 0.5) * reach];
    });
  return line;
}

const area = (line: number[], base: number, width: number, height: number) =>
  `M0 ${height}${line.map((up, index) => `L${Math.round((index / (line.length - 1)) * width)} ${Math.round(base - up)}`).join('')}L${width} ${height}Z`;

/** The generator mulberry32, so that the image is the same on every machine. */
export function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A colour between two `#rrggbb` colours. Share 0 gives the first one, 1 the second. */
export function mix(from: string, to: string, share: number) {
  const channel = (color: string, at: number) => parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share),
  );
  return `rgb(${mixed.join(',')})`;
}
