/** One of the 17 preset backgrounds: an image of this project and its matching colours (C section 9). */
interface Background {
  /** The path in the database and in the URL. */
  image: string;
  name: string;
  /** The colour under the image and on the swatch: `background_color_primary`. */
  ground: string;
  /** The colour of cards and panels on the background: `background_color_secondary`. */
  surface: string;
}

const drawn = (number: number, name: string, ground: string, surface: string): Background => ({
  image: `/backgrounds/${String(number).padStart(2, '0')}.svg`,
  name,
  ground,
  surface,
});

/** The 17 preset backgrounds of the student site (C section 9). */
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

/** The background colour after an admin removes the background image (C section 9). */
export const noBackground = '#000000';

/** Whether a path is one of the presets. Such a path names no upload. */
export const isBackground = (path: string) => backgrounds.some(({ image }) => image === path);
