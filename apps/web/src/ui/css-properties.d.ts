import 'react';

declare module 'react' {
  /** Custom properties, which React's own type lacks: `style={{ '--ratio': 1.5 }}`. */
  interface CSSProperties {
    [customProperty: `--${string}`]: string | number | undefined;
  }
}
