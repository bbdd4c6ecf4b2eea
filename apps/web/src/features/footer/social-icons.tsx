import type { ReactNode } from 'react';

// Marks of other companies. The icon library has none, so they are drawn here in its stroke.

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Drawn here, because the icon set has no brands. */
export const YoutubeIcon = () => (
  <Mark>
    <rect x="2" y="5" width="20" height="14" rx="4.5" />
    <path d="m10 9 5 3-5 3Z" />
  </Mark>
);

/** Drawn here, because the icon set has no brands. */
export const InstagramIcon = () => (
  <Mark>
    <rect x="3" y="3" width="18" height="18" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M17.25 6.75h.01" />
  </Mark>
);

/** Drawn here, because the icon set has no brands. */
export const FacebookIcon = () => (
  <Mark>
    <path d="M17 3h-2.5A4.5 4.5 0 0 0 10 7.5V10H7v4h3v7h4v-7h3l1-4h-4V7.5a1 1 0 0 1 1-1h2Z" />
  </Mark>
);
