import { characterCount } from '@vitrine/contract/core';
import { limits } from '@vitrine/contract/footer';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { SettingsPatch } from '../platform-settings/settings-rules.ts';

/** Cleans the terms before they are stored, because every visitor opens them. */
export const cleanTerms = (
  { use_terms, privacy_terms }: SettingsPatch,
  tenantId: number,
): SettingsPatch => ({
  ...(use_terms !== undefined && { use_terms: cleanText(use_terms, tenantId, 'use_terms') }),
  ...(privacy_terms !== undefined && {
    privacy_terms: cleanText(privacy_terms, tenantId, 'privacy_terms'),
  }),
});

/** A stored text must pass its own limit when somebody saves it again. */
const cleanText = (html: string, tenantId: number, field: string) =>
  cleanHtml(html, tenantId, {
    field,
    fits: (cleaned) => characterCount(cleaned) <= limits.terms,
  });
