/** One of the school's 17 grounds: a picture of ours, and the colours that go with it (C section 9). */
interface Background {
  /** As it is stored and asked for. */
  image: string;
  name: string;
  /** What shows under the picture, and on the swatch: `background_color_primary`. */
  ground: string;
  /** Cards and panels on it: `background_color_secondary`. */
  surface: string;
}

const drawn = (number: number, name: string, ground: string, surface: string): Background => ({
  image: `/backgrounds/${String(number).padStart(2, '0')}.svg`,
  name,
  ground,
  surface,
});

export const backgrounds: readonly Background[] = [
  drawn(1, 'Meia-noite', '#0b0b0f', '#131318'),
  drawn(2, 'Maré', '#0a1020', '#111a30'),
  drawn(3, 'Samambaia', '#0c1a14', '#13251d'),
  drawn(4, 'Jabuticaba', '#190d17', '#261523'),
  drawn(5, 'Duna', '#17110a', '#231a10'),
  drawn(6, 'Constelação', '#0f0d22', '#191632'),
  drawn(7, 'Lagoa', '#071819', '#0e2526'),
  drawn(8, 'Brasa', '#1a0c0c', '#271414'),
  drawn(9, 'Azulejo', '#0e1318', '#161e26'),
  drawn(10, 'Aurora', '#0a0f16', '#121a24'),
  drawn(16, 'Grafite', '#141518', '#1d1f23'),
  drawn(17, 'Amora', '#150f20', '#20182f'),
  drawn(11, 'Folha', '#f7f4ee', '#ffffff'),
  drawn(12, 'Porcelana', '#eef3f7', '#ffffff'),
  drawn(13, 'Pétala', '#faf0f2', '#ffffff'),
  drawn(14, 'Hortelã', '#eef5f0', '#ffffff'),
  drawn(15, 'Areia', '#f4ede1', '#fffaf1'),
];

/** What is left when a background is taken away (C section 9). */
export const noBackground = '#000000';

export const isBackground = (path: string) => backgrounds.some(({ image }) => image === path);
