import type { PlatformSettings } from '@vitrine/contract/site';
import { useDeferredValue, useEffect } from 'react';
import { useSiteStore } from '../../platform/site-context.ts';

interface SettingsPreviewProps {
  values: Partial<PlatformSettings>;
  dirty: boolean;
}

/**
 * Previews the unsaved settings on the page. A component of its own, so that a field shows what is
 * typed first: a new colour restyles the whole page. Unmounting without a save restores the saved
 * settings.
 *
 * ```tsx
 * <SettingsPreview values={draft.values} dirty={draft.dirty} />
 * ```
 */
export function SettingsPreview({ values, dirty }: SettingsPreviewProps) {
  const { previewSettings } = useSiteStore();
  const previewed = useDeferredValue(dirty ? values : null);
  useEffect(() => previewSettings(previewed), [previewed, previewSettings]);
  useEffect(() => () => previewSettings(null), [previewSettings]);
  return null;
}
