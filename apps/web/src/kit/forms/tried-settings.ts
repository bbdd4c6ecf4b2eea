import type { PlatformSettings } from '@vitrine/contract/site';
import { useEffect } from 'react';
import { useSiteStore } from '../../platform/site-context.ts';

/** The page wears what is being typed; left without saving, it is as before (behaviour 5). */
export function useTriedSettings(values: Partial<PlatformSettings>, dirty: boolean) {
  const { trySettings } = useSiteStore();
  useEffect(() => trySettings(dirty ? values : null), [values, dirty, trySettings]);
  useEffect(() => () => trySettings(null), [trySettings]);
}
