import type { PlatformSettings } from '@vitrine/contract/site';
import { useEffect } from 'react';
import { useSiteStore } from '../../platform/site-context.ts';

/** Previews the unsaved settings on the page. Unmounting without a save restores the saved ones. */
export function useSettingsPreview(values: Partial<PlatformSettings>, dirty: boolean) {
  const { previewSettings } = useSiteStore();
  useEffect(() => previewSettings(dirty ? values : null), [values, dirty, previewSettings]);
  useEffect(() => () => previewSettings(null), [previewSettings]);
}
