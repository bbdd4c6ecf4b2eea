import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import pt from './texts.pt.json' with { type: 'json' };

// The Portuguese text is the key, so nothing but plural forms has to be known here.
await i18next.use(initReactI18next).init({
  lng: 'pt',
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  resources: { pt: { translation: pt } },
  interpolation: { escapeValue: false },
});

afterEach(cleanup);
