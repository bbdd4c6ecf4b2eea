/** One of the 17 images of the legacy form (A section 2), drawn by this project. */
interface CommunityBackground {
  /** The path in the database and in the URL. */
  image: string;
  name: string;
}

const drawn = (number: number, name: string): CommunityBackground => ({
  image: `/communities/${String(number).padStart(2, '0')}.svg`,
  name,
});

/** The 17 preset images of the legacy form (A section 2). */
export const backgrounds: readonly CommunityBackground[] = [
  drawn(1, 'Fogueira'),
  drawn(2, 'Varanda'),
  drawn(3, 'Serra'),
  drawn(4, 'Enseada'),
  drawn(5, 'Feira'),
  drawn(6, 'Rede'),
  drawn(7, 'Ladrilho'),
  drawn(8, 'Bandeirinhas'),
  drawn(9, 'Mata'),
  drawn(10, 'Lua cheia'),
  drawn(11, 'Papel dobrado'),
  drawn(12, 'Rio'),
  drawn(13, 'Conversa'),
  drawn(14, 'Palco'),
  drawn(15, 'Horta'),
  drawn(16, 'Cidade'),
  drawn(17, 'Carnaval'),
];
