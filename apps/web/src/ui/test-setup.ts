import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import pt from './texts.pt.json' with { type: 'json' };
import { changeTexts } from './translation.ts';

// The Portuguese text is the key, so nothing but plural forms has to be known here.
changeTexts('pt', pt);

afterEach(cleanup);
