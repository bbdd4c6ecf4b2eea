import { useState } from 'react';

/**
 * A person's photograph, or their initials on a colour derived from the name. The image is
 * decorative, because the name stands beside it.
 *
 * ```tsx
 * <Avatar name={member.name} src={member.photo} size={40} />
 * ```
 */
export function Avatar({
  name,
  src,
  size,
}: {
  name: string;
  src: string | null | undefined;
  /** Side in px. */
  size: number;
}) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);

  if (src && failedUrl !== src) {
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
        onError={() => setFailedUrl(src)}
      />
    );
  }
  return (
    <span
      className="inline-grid shrink-0 place-items-center rounded-full font-semibold select-none after:content-[attr(data-initials)]"
      // CSS draws the initials, so that they do not become part of a surrounding button's accessible
      // name.
      data-initials={initialsOf(name)}
      aria-hidden="true"
      style={{
        '--avatar-hue': hueOf(name),
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

// The hue comes from the name. Lightness and chroma come from CSS variables.
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
