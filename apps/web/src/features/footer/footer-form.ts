import { webUrlField } from '@vitrine/contract/addresses';
import type { Footer } from '@vitrine/contract/site';
import * as z from 'zod/mini';
import type { SocialColumn } from './social-links.ts';

/** The social addresses as typed. '' means none. */
export type SocialForm = Record<SocialColumn, string>;

/** The form's own check: http or https, with the text of the contract. */
export const SocialInput = z.object({
  url_youtube: webUrlField,
  url_instagram: webUrlField,
  url_facebook: webUrlField,
});

/** The fields of the saved footer. */
export const socialOf = (footer: Footer): SocialForm => ({
  url_youtube: footer.url_youtube ?? '',
  url_instagram: footer.url_instagram ?? '',
  url_facebook: footer.url_facebook ?? '',
});

/** The footer that the page previews: an icon only for a valid URL. */
export const previewedSocial = (form: SocialForm): Pick<Footer, SocialColumn> => ({
  url_youtube: savedForm(form.url_youtube),
  url_instagram: savedForm(form.url_instagram),
  url_facebook: savedForm(form.url_facebook),
});

const savedForm = (url: string): string | null => z.safeParse(webUrlField, url).data ?? null;
