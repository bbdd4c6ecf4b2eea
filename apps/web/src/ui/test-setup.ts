import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { changeTexts } from './translation.ts';

// The Portuguese text is the key, so nothing but plural forms has to be known here.
const plurals = import.meta.glob<Record<string, string>>('../**/texts.pt.json', {
  eager: true,
  import: 'default',
});
changeTexts('pt', Object.assign({}, ...Object.values(plurals)) as Record<string, string>);

// A busy machine answers late; what never comes still fails.
configure({ asyncUtilTimeout: 8_000 });

afterEach(cleanup);
