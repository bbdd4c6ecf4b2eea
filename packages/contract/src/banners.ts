import * as z from 'zod/mini';
import { urlField } from './addresses.ts';
import { body, listOf, message, order, route, triple, type FileRule } from './core.ts';
import { messages as common } from './messages.ts';
import { image, plainText, patchOf, version, wholeNumber } from './settings-values.ts';
import { fontNames } from './site.ts';
import { imagePart, type FileUse } from './uploads.ts';

/** B section 5, Banner; sizes and the other texts are ours. */
export const limits = { text: 255, description: 250, size: [8, 96], weight: [100, 900] } as const;

/** C section 3: 'Default font is the platform primary font or Poppins, weight 400, size 16px.' */
export const defaults = { weight: 400, size: 16 } as const;

/** B section 8 and contract, Banners; the rest are ours. */
export const messages = {
  listed: 'Banners encontrados',
  created: 'Banner criado com sucesso!',
  updated: 'Banner atualizado com sucesso!',
  removed: 'O banner foi deletado',
  descriptionTooLong: 'A descrição do banner é maior do que o limite de 250',
  categoryTooLong: 'A categoria deve ter no máximo 255 caracteres.',
  buttonTooLong: 'O texto do botão deve ter no máximo 255 caracteres.',
  empty: 'O banner precisa de um título, uma imagem ou um vídeo.',
  saveFailed: 'Não foi possível salvar o banner',
  orderFailed: common.orderFailed,
} as const;

/** The banner's file columns, each with the upload use of its files. */
export const bannerFiles = {
  url_image: 'banner',
  url_image_vertical: 'banner_vertical',
  headline_image: 'logo',
  url_video: 'banner_video',
  url_video_vertical: 'banner_video',
} as const satisfies Record<string, FileUse>;
/** A file column of a banner. */
export type BannerFile = keyof typeof bannerFiles;

/**
 * The files that may come as parts of the form. The browser uploads a video beforehand and sends
 * its path.
 */
export const bannerParts = {
  url_image: imagePart,
  url_image_vertical: imagePart,
  headline_image: imagePart,
} satisfies Partial<Record<BannerFile, FileRule>>;

// Input -----------------------------------------------------------------------------------------

/** Accepts '16', 16 and '16px' as the same size. */
const size = z.pipe(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value) => (typeof value === 'string' ? value.replace(/px$/, '') : value)),
  ),
  wholeNumber(limits.size[0], limits.size[1]),
);
const weight = wholeNumber(limits.weight[0], limits.weight[1], 100);
/** Blank or null means the school's font. */
const font = z.pipe(
  z.nullable(z.enum(['', ...fontNames], common.invalid)),
  z.transform((name) => name || null),
);

const columns = {
  category: plainText(limits.text, messages.categoryTooLong),
  title: plainText(limits.text, common.titleTooLong),
  subtitle: plainText(limits.description, messages.descriptionTooLong),
  text_button: plainText(limits.text, messages.buttonTooLong),
  url_primary: urlField,
  url_image: image,
  url_image_vertical: image,
  headline_image: image,
  url_video: image,
  url_video_vertical: image,
  font_headline: font,
  weight_headline: weight,
  size_headline: size,
  font_title: font,
  weight_title: weight,
  size_title: size,
  font_subtitle: font,
  weight_subtitle: weight,
  size_subtitle: size,
  font_button: font,
  weight_text_button: weight,
  size_text_button: size,
};

/** A partial banner. A missing field keeps its value, or gets its default on creation. */
export const BannerInput = body({ ...patchOf(columns), version });
export type BannerInput = z.output<typeof BannerInput>;

// Answers ----------------------------------------------------------------------------------------

const shownFont = z.enum(fontNames);
const fileAddress = z.nullable(z.string());
/** The player plays a video only if it is `ready`. Null: the banner has no video. */
const videoState = z.nullable(z.enum(['pending', 'converting', 'ready', 'refused']));

/** C section 3, Banner. Addresses of files are paths of this school. */
export const Banner = z.object({
  id: z.int(),
  tenant_id: z.int(),
  order: z.int(),
  category: z.string(),
  title: z.string(),
  subtitle: z.string(),
  text_button: z.string(),
  url_primary: fileAddress,
  url_image: fileAddress,
  url_image_vertical: fileAddress,
  headline_image: fileAddress,
  url_video: fileAddress,
  url_video_vertical: fileAddress,
  url_video_state: videoState,
  url_video_vertical_state: videoState,
  font_headline: shownFont,
  weight_headline: z.int(),
  size_headline: z.int(),
  font_title: shownFont,
  weight_title: z.int(),
  size_title: z.int(),
  font_subtitle: shownFont,
  weight_subtitle: z.int(),
  size_subtitle: z.int(),
  font_button: shownFont,
  weight_text_button: z.int(),
  size_text_button: z.int(),
  version: z.int(),
});
export type Banner = z.output<typeof Banner>;

const base = '/api/auth/config/plataforma/bannersCustom';

/** B section 7 and C section 7. 409 if `version` or an order is out of date. */
export const banners = {
  list: route('GET', `${base}/index/{tenant}`, {
    access: 'member',
    source: 'C',
    answer: triple(listOf(Banner)),
  }),
  show: route('GET', `${base}/get/{tenant}/{bannerId}`, {
    access: 'admin',
    source: 'C',
    answer: triple(Banner),
  }),
  create: route('POST', `${base}/create`, {
    access: 'admin',
    source: 'B',
    status: 201,
    body: BannerInput,
    files: bannerParts,
    answer: triple(Banner),
  }),
  update: route('POST', `${base}/update/{id}`, {
    access: 'admin',
    source: 'B',
    body: BannerInput,
    files: bannerParts,
    answer: triple(Banner),
  }),
  remove: route('DELETE', `${base}/delete/{tenant}/{bannerId}`, {
    access: 'admin',
    source: 'B',
    answer: message,
  }),
  order: route('POST', `${base}/order`, {
    access: 'admin',
    source: 'C',
    body: order,
    answer: triple(listOf(Banner)),
  }),
};
