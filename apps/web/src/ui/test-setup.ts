import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine answers late; what never comes still fails.
configure({ asyncUtilTimeout: 8_000 });

afterEach(cleanup);
