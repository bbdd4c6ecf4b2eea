import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { changeTexts } from './translation.ts';

// The Portuguese text is the key, so nothing but plural forms has to be known here.
const plurals = import.meta.glob<Record<string, string>>('../**/texts.pt.json', {
  eager: true,
  import: 'default',
});
changeTexts('pt', Object.assign({}, ...Object.values(plurals)) as Record<string, string>);

afterEach(cleanup);
