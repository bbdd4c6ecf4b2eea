import { drawing, mix, seeded, type Canvas } from './demo-art.ts';

// Scenes of rooms and of things close up. Each keeps its subject in the middle of any format.

/** A dog that looks at the viewer and sometimes tilts its head. */
export function portrait({ width, height }: Canvas, at = 0) {
  const random = seeded(7);
  const lights = Array.from({ length: 26 }, () => {
    const [x, y, radius] = [random() * 200 - 100, random() * 120 - 60, 3 + random() ** 2 * 13];
    const fill = ['#ffb45c', '#f2786b', '#ffd89a', '#9a5b8f'][Math.floor(random() * 4)]!;
    return `<circle cx="${x + at * 4}" cy="${y}" r="${radius}" fill="${fill}" opacity="${0.08 + random() * 0.2}"/>`;
  });
  const tilt = Math.sin(at * Math.PI * 4) * 7;
  const open = Math.abs(((at * 3) % 1) - 0.5) < 0.03 ? 0.08 : 1;
  const eye = (x: number) =>
    `<g transform="translate(${x} -6) scale(1 ${open})"><ellipse rx="4.6" ry="5" fill="#1b0f0c"/><circle cx="1.4" cy="-1.8" r="1.5" fill="#fff8e8"/><circle cx="-1.5" cy="2" r=".7" fill="#c98a4b"/></g>`;
  const ear = (side: number) =>
    `<path transform="scale(${side} 1)" d="M15-27C30-33 43-20 42 2C41 18 34 26 29 20C24 12 22-8 15-27Z" fill="url(#ear)"/>`;
  return drawing(
    { width, height },
    `<linearGradient id="room" x2=".6" y2="1"><stop stop-color="#2a1330"/><stop offset=".55" stop-color="#7a3340"/><stop offset="1" stop-color="#180b14"/></linearGradient>
     <radialGradient id="fur" cx=".38" cy=".25" r=".85"><stop stop-color="#f3b26b"/><stop offset=".5" stop-color="#bf6d35"/><stop offset="1" stop-color="#4f2417"/></radialGradient>
     <linearGradient id="ear" x2=".4" y2="1"><stop stop-color="#a4572c"/><stop offset="1" stop-color="#3d1a12"/></linearGradient>
     <radialGradient id="muzzle" cx=".45" cy=".2" r=".9"><stop stop-color="#ffe7c4"/><stop offset="1" stop-color="#c17f4e"/></radialGradient>
     <filter id="soft"><feGaussianBlur stdDeviation="2.4"/></filter>`,
    `<rect width="100%" height="100%" fill="url(#room)"/>
     ${framed(
       { width, height },
       `<g filter="url(#soft)">${lights.join('')}</g>
     <path d="M-46 62C-44 34-26 22 0 22S44 34 46 62Z" fill="url(#fur)"/>
     <path d="M-12 30C-6 40 6 40 12 30L15 62H-15Z" fill="#f7d9b0" opacity=".55"/>
     <g transform="rotate(${tilt} 0 22)">
       <path d="M0-36C20-36 30-24 30-6C30 14 18 29 0 29S-30 14-30-6C-30-24-20-36 0-36Z" fill="url(#fur)"/>
       <path d="M-4-35C-2-20-3-8-9 0L-13 16C-8 27 8 27 13 16L9 0C3-8 2-20 4-35Z" fill="url(#muzzle)" opacity=".92"/>
       ${ear(1)}${ear(-1)}${eye(-14)}${eye(14)}
       <path d="M-7 6Q0 2 7 6Q6 13 0 14Q-6 13-7 6Z" fill="#1d1012"/><ellipse cx="-2" cy="7" rx="2.4" ry="1" fill="#8b7f85" opacity=".8"/>
       <path d="M0 14V18M0 18Q-5 22-9 19M0 18Q5 22 9 19" fill="none" stroke="#3b1d16" stroke-width="1.3" stroke-linecap="round"/>
     </g>`,
     )}`,
  );
}

/** A corner of a room, with window light that moves over the wall. */
export function windowLight({ width, height }: Canvas, at = 0) {
  const x = -34 + at * 46;
  const skew = -16 - at * 10;
  const panes = [0, 1].flatMap((column) =>
    [0, 1, 2].map(
      (row) =>
        `<rect x="${column * 23}" y="${row * 19 - 34}" width="21" height="17" fill="url(#sun)"/>`,
    ),
  );
  const leaves = Array.from({ length: 11 }, (_, index) => {
    const angle = -80 + index * 16 + Math.sin(at * 9 + index) * 2;
    const length = 20 + ((index * 7) % 12);
    return `<path transform="rotate(${angle})" d="M0 0C${length * 0.2} ${-length * 0.4} ${length * 0.1} ${-length * 0.8} 0 ${-length}C${-length * 0.16} ${-length * 0.7} ${-length * 0.14} ${-length * 0.3} 0 0Z" fill="${mix('#16261f', '#4e7048', (index % 4) / 3)}"/>`;
  });
  const plant = `<g transform="translate(52 30)">${leaves.join('')}<path d="M-11-3H11L8 22H-8Z" fill="#8f4a34"/><path d="M-11-3H11L10.4 2H-10.4Z" fill="#b96a4a"/></g>`;
  return drawing(
    { width, height },
    `<linearGradient id="wall" x2="1" y2=".6"><stop stop-color="#34405e"/><stop offset=".6" stop-color="#566079"/><stop offset="1" stop-color="#222a40"/></linearGradient>
     <linearGradient id="sun" x2="1" y2="1"><stop stop-color="#fff1cd"/><stop offset="1" stop-color="#ffb56a"/></linearGradient>
     <filter id="edge"><feGaussianBlur stdDeviation=".7"/></filter><filter id="bloom" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="9"/></filter>`,
    `<rect width="100%" height="100%" fill="url(#wall)"/>
     ${framed(
       { width, height },
       `<rect x="-400" y="42" width="800" height="300" fill="#1c1a22"/><rect x="-400" y="39" width="800" height="3.4" fill="#79829a"/>
     <g transform="translate(${x} -4) skewX(${skew})"><g filter="url(#bloom)" opacity=".75">${panes.join('')}</g><g filter="url(#edge)" opacity=".94">${panes.join('')}</g></g>
     <g transform="translate(${x * 0.5 - 26} 48) skewX(${skew * 2})" filter="url(#edge)"><rect width="22" height="14" fill="#ffb56a" opacity=".3"/><rect x="25" width="22" height="14" fill="#ffb56a" opacity=".3"/></g>
     <g opacity=".3" transform="translate(${7 - at * 6} 1)" filter="url(#edge)"><g style="filter:brightness(0)">${plant}</g></g>${plant}
     <g stroke="#120f16" stroke-width="2.6" stroke-linecap="round" fill="none"><path d="M-64 52L-68 76M-36 52L-32 76M-66 52H-34M-65 50L-69 16M-66 20H-46Q-40 20-40 26V50"/></g><rect x="-67" y="47" width="34" height="6" rx="3" fill="#b0743f"/>`,
     )}`,
  );
}

/** A stream in a long exposure, which blurs the water. */
export function stream({ width, height }: Canvas, at = 0) {
  const random = seeded(23);
  const threads = Array.from({ length: 64 }, (_, index) => {
    const start = -34 + (index / 63) * 60 + random() * 4;
    const bend = (random() - 0.5) * 16;
    const d = `M${start * 0.55 + 16} -62C${start * 0.5 + bend} -34 ${start * 0.9 - 8} -22 ${start * 0.8} 0S${start * 1.5 + bend - 6} 30 ${start * 2.1 - 6} 66`;
    const shade = mix('#7fb4c4', '#f4fbff', random());
    return `<path d="${d}" fill="none" stroke="${shade}" stroke-width="${0.7 + random() * 2.6}" opacity="${0.16 + random() * 0.36}" stroke-dasharray="${46 + random() * 80} ${2 + random() * 4}" stroke-dashoffset="${-at * 460 - random() * 90}"/>`;
  });
  const rock = ([x, y, size, turn]: readonly [number, number, number, number]) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M-1 .7C-1.1 .1-.8-.5-.3-.7C.2-.9.8-.5 1 0C1.2 .5.9.8.6.9C0 1-.7 1-1 .7Z" fill="url(#stone)"/><path d="M-.8-.1C-.6-.5-.2-.66.2-.6C.5-.5.7-.3.8-.1C.4-.3-.3-.4-.8-.1Z" fill="#7d9a74" opacity=".62"/></g>`;
  const trunks = Array.from({ length: 17 }, (_, index) => {
    const x = -112 + index * 14 + random() * 9;
    return `<rect x="${x}" y="-150" width="${1.6 + random() * 4}" height="${126 + random() * 12}" fill="${mix('#0b1a18', '#2f5a44', random() * 0.8)}"/>`;
  });
  const rocks = [
    [-46, 14, 27, -8],
    [44, 2, 24, 12],
    [-72, 46, 34, 6],
    [72, 40, 36, -10],
    [6, 34, 9, 20],
    [-18, -20, 10, -14],
    [30, -27, 11, 4],
    [-96, 4, 30, 4],
    [104, 4, 34, -6],
    [-6, 60, 10, 0],
  ] as const;
  return drawing(
    { width, height },
    `<linearGradient id="wood" x2="0" y2="1"><stop stop-color="#5f8f6a"/><stop offset=".4" stop-color="#1d3f37"/><stop offset="1" stop-color="#07120f"/></linearGradient>
     <radialGradient id="clearing"><stop stop-color="#f0ffd8" stop-opacity=".9"/><stop offset="1" stop-color="#a9d98f" stop-opacity="0"/></radialGradient>
     <linearGradient id="stone" x2=".5" y2="1"><stop stop-color="#5c6b66"/><stop offset=".5" stop-color="#27322f"/><stop offset="1" stop-color="#0b1110"/></linearGradient>
     <filter id="silk"><feGaussianBlur stdDeviation=".55"/></filter>`,
    `<rect width="100%" height="100%" fill="url(#wood)"/>
     ${framed(
       { width, height },
       `${trunks.join('')}<circle cx="16" cy="-52" r="46" fill="url(#clearing)"/>
     <path d="M-6-62C-12-30-30-10-34 8S-86 50-96 76H84C66 40 34 16 26-6S34-40 38-62Z" fill="#3d6a78" opacity=".7"/>
     <g filter="url(#silk)">${threads.join('')}</g>${rocks.map(rock).join('')}`,
     )}`,
  );
}

/** Half a fig on a plate. A lamp moves around it, and its shadow follows. */
export function table({ width, height }: Canvas, at = 0) {
  const random = seeded(41);
  const angle = -0.9 + at * 1.8;
  const shade = { x: Math.sin(angle) * 15 + 9, y: Math.cos(angle) * 9 + 5 };
  const seeds = Array.from({ length: 74 }, () => {
    const [turn, far] = [random() * Math.PI * 2, 3 + Math.sqrt(random()) * 11];
    return `<ellipse cx="${Math.cos(turn) * far}" cy="${Math.sin(turn) * far * 1.12 + 3}" rx=".62" ry="1.1" transform="rotate(${(turn * 180) / Math.PI + 90} ${Math.cos(turn) * far} ${Math.sin(turn) * far * 1.12 + 3})" fill="${mix('#f7d58a', '#fff0c4', random())}"/>`;
  });
  const fig =
    'M0-30C2-25 4-22 9-17C19-9 23 0 21 10C19 21 10 25 0 25S-19 21-21 10C-23 0-19-9-9-17C-4-22-2-25 0-30Z';
  const whole = `<path d="${fig}" fill="url(#skin)"/><path d="M-8-14C-15-6-17 4-14 14" fill="none" stroke="#b48bc4" stroke-width="1.6" opacity=".6" stroke-linecap="round"/>`;
  return drawing(
    { width, height },
    `<radialGradient id="cloth" cx="${0.5 - Math.sin(angle) * 0.3}" cy=".3" r=".9"><stop stop-color="#f0533f"/><stop offset=".55" stop-color="#b8232b"/><stop offset="1" stop-color="#4a0a1a"/></radialGradient>
     <linearGradient id="plate" x1="${0.5 - Math.sin(angle) * 0.5}" x2="${0.5 + Math.sin(angle) * 0.5}" y2="1"><stop stop-color="#fffaf0"/><stop offset="1" stop-color="#c9b8ae"/></linearGradient>
     <radialGradient id="flesh" cy=".56"><stop stop-color="#ffcf9f"/><stop offset=".3" stop-color="#e2425a"/><stop offset=".72" stop-color="#b01d43"/><stop offset=".86" stop-color="#f6d3b4"/><stop offset="1" stop-color="#f4e2c3"/></radialGradient>
     <linearGradient id="skin" x2=".7" y2="1"><stop stop-color="#7b4a8e"/><stop offset="1" stop-color="#251033"/></linearGradient>
     <filter id="cast"><feGaussianBlur stdDeviation="1.5"/></filter>`,
    `<rect width="100%" height="100%" fill="url(#cloth)"/>
     ${framed(
       { width, height },
       `<ellipse cx="${shade.x}" cy="${8 + shade.y}" rx="58" ry="46" fill="#2c0410" opacity=".55" filter="url(#cast)"/>
     <ellipse cy="6" rx="57" ry="45" fill="url(#plate)"/><ellipse cy="6" rx="43" ry="33" fill="none" stroke="#a99589" stroke-opacity=".4" stroke-width="1"/>
     <g transform="translate(17 -2) rotate(22)"><path transform="translate(${shade.x * 0.6} ${shade.y * 0.7})" d="${fig}" fill="#4b2530" opacity=".5" filter="url(#cast)"/>${whole}</g>
     <g transform="translate(-15 8) rotate(-14)"><path transform="translate(${shade.x * 0.6} ${shade.y * 0.7})" d="${fig}" fill="#4b2530" opacity=".5" filter="url(#cast)"/><path d="${fig}" fill="#4a2560"/><path transform="translate(0 .6) scale(.93)" d="${fig}" fill="url(#flesh)"/>${seeds.join('')}</g>
     <path d="M64 40C52 30 48 18 52 6C60 14 66 26 64 40Z" fill="#3f6b3a"/><path d="M63 38C58 28 54 18 52 8" stroke="#86a873" stroke-width=".8" fill="none"/>`,
     )}`,
  );
}

/** Centres a drawing around 0/0 on any canvas. At least 160 by 90 of it are visible. */
const framed = ({ width, height }: Canvas, body: string) =>
  `<g transform="translate(${width / 2} ${height / 2}) scale(${Math.max(width / 200, height / 120)})">${body}</g>`;
