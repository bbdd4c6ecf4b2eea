import { cleanHtml } from '../../platform/clean-html.ts';
import type { SettingsPatch } from '../platform-settings/settings-rules.ts';

/** Owners write the terms as HTML, and every visitor opens them: only clean HTML is stored. */
export const cleanTerms = (
  { use_terms, privacy_terms }: SettingsPatch,
  tenantId: number,
): SettingsPatch => ({
  ...(use_terms !== undefined && { use_terms: cleanHtml(use_terms, tenantId) }),
  ...(privacy_terms !== undefined && { privacy_terms: cleanHtml(privacy_terms, tenantId) }),
});
