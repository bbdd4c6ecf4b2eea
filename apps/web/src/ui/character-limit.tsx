import { CharactersLeft } from './characters-left.tsx';
import { SpokenLimit } from './spoken-limit.tsx';

/** The characters that a text still takes, or has too many: shown near the limit, and spoken. */
export function CharacterLimit({ text, max }: { text: string; max: number }) {
  // Counts code points, like the limits of the contract. Forms trim the text.
  const count = Array.from(text.trim()).length;
  return (
    <>
      <span aria-hidden="true">
        <CharactersLeft count={count} max={max} />
      </span>
      <SpokenLimit left={max - count} />
    </>
  );
}
