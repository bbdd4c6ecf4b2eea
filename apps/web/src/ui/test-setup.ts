import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine renders late. The longer timeout still fails if an element never appears.
configure({ asyncUtilTimeout: 8_000 });

// happy-dom has no layout. Tests of the server's pages have no elements.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView ??= () => undefined;

// A toast fades in from its first frame on. Tests ask for it as soon as it is there.
if (typeof document !== 'undefined') {
  const style = document.createElement('style');
  style.textContent = "[data-sonner-toast][data-mounted='false'] { opacity: 1 !important }";
  document.head.append(style);
}

afterEach(cleanup);
// The next test is another tab.
afterEach(() => globalThis.sessionStorage?.clear?.());
