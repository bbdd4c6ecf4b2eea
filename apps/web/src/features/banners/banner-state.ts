import type { Banner } from '@vitrine/contract/banners';
import { messages } from '@vitrine/contract/uploads';

interface BannerState {
  text: string;
  /** Something is missing, or went wrong. */
  warn: boolean;
}

/** The state of a banner in one line. Missing parts come first. */
export function stateOf(banner: Banner): BannerState {
  const { url_image: wide, url_image_vertical: tall, url_video, url_video_vertical } = banner;
  const states = [banner.url_video_state, banner.url_video_vertical_state];
  const warn = (text: string) => ({ text, warn: true });
  const info = (text: string) => ({ text, warn: false });
  if (states.includes('refused')) return warn(messages.notConvertible);
  if (states.includes('converting')) return info(messages.converting);
  if (banner.text_button && !banner.url_primary) return warn('Falta o link do botão');
  const desktop = wide ?? url_video;
  const phone = tall ?? url_video_vertical;
  if (!desktop && !phone) return warn('Falta a imagem');
  if (!desktop) return warn('Falta a imagem do desktop');
  if (!phone) return warn('Falta a imagem do celular');
  return info(
    url_video || url_video_vertical ? 'Vídeo · desktop e celular' : 'Imagem · desktop e celular',
  );
}
