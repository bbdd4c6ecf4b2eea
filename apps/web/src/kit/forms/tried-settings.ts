import type { PlatformSettings } from '@vitrine/contract/site';
import { useEffect } from 'react';
import { trySettings } from '../../platform/boot.ts';

/** The page wears what is being typed; left without saving, it is as before (behaviour 5). */
export function useTriedSettings(values: Partial<PlatformSettings>, dirty: boolean) {
  useEffect(() => trySettings(dirty ? values : null), [values, dirty]);
  useEffect(() => () => trySettings(null), []);
}
