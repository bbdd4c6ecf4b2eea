import { useState } from 'react';

/**
 * A person: the photograph, or the initials on a tint that is always the same for that name.
 * The name beside it says who it is: the picture is decoration.
 *
 * ```tsx
 * <Avatar name={member.name} src={member.photo} size={40} />
 * ```
 */
export function Avatar({
  name,
  src,
  size = 40,
}: {
  name: string;
  src?: string | null;
  /** Side in px. */
  size?: number;
}) {
  const [broken, setBroken] = useState<string | null>(null);

  if (src && broken !== src) {
    return (
      <img
        className="shrink-0 rounded-full bg-surface-3 object-cover"
        src={src}
        alt=""
        width={size}
        height={size}
        style={{ width: size, height: size }}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
      />
    );
  }
  return (
    <span
      className="inline-grid shrink-0 place-items-center rounded-full font-semibold select-none after:content-[attr(data-initials)]"
      // Drawn, not written: a button around it is named by its label, not by the letters.
      data-initials={initialsOf(name)}
      aria-hidden="true"
      style={{
        ['--avatar-hue' as string]: hueOf(name),
        background: avatarGround,
        color: avatarText,
        width: size,
        height: size,
        fontSize: Math.round(size * 0.38),
        lineHeight: 1,
      }}
    />
  );
}

// Lightness and chroma come from the scope, the hue from the name.
const avatarGround = 'oklch(var(--avatar-ground-lc) var(--avatar-hue))';
const avatarText = 'oklch(var(--avatar-text-lc) var(--avatar-hue))';

/** First and last initial: 'Maria Eduarda dos Santos' gives 'MS'. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (firstLetter(words[0] ?? '?') + firstLetter(last ?? '')).toLocaleUpperCase();
}

function firstLetter(word: string): string {
  const code = word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360_000;
  return (hash * 47) % 360;
}
