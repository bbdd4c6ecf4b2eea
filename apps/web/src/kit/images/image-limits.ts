import { messages, ruleOf, type ImageUse } from '@vitrine/contract/uploads';
import type { TFunction } from '../../ui/translation.ts';

/** The limits of an image, shown before the choice (C section 2, Upload box). */
export const imageLimits = (t: TFunction, use: ImageUse) =>
  t('PNG, JPG, WebP ou HEIC, tamanho máx: {{size}}MB', { size: ruleOf(use).bytes / 1_048_576 });

/** The errors of a refused image, in the specification's words. */
export const imageRefusals = (t: TFunction, use: ImageUse) => ({
  type: t(ruleOf(use).animated ? messages.wrongBadge : messages.wrongImage),
  size: t(ruleOf(use).tooLarge ?? messages.tooLarge),
});

/** Covers are cropped to this: the frame of the widest card and of a course's page. */
export const coverPixels = [1920, 1080] as const;
