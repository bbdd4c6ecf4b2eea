import type { Banner } from '@vitrine/contract/banners';
import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { Image, Monitor, Pencil, Smartphone, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMissingPlace } from '../../kit/links/missing-place.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { stateOf } from './banner-state.ts';

interface BannerRowProps {
  banner: Banner;
  name: string;
  handle: ReactNode;
  items: MenuItem[];
  /** True while the page shows this banner. */
  open: boolean;
  onOpen: () => void;
  onEdit: () => void;
}

/** A row of 72 px with image, name and state. Opened, it shows the images for desktop and phone. */
export function BannerRow(props: BannerRowProps) {
  const { banner, name, handle, items, open, onOpen, onEdit } = props;
  const { t } = useTranslation();
  const missing = useMissingPlace(banner.url_primary);
  const state = missing ? { text: missing, warn: true } : stateOf(banner);
  return (
    <div className={cx(open && 'bg-accent-soft shadow-[inset_2px_0_var(--accent)]')}>
      <div className="flex min-h-18 items-center gap-2 p-2">
        {handle}
        <button
          type="button"
          aria-expanded={open}
          onClick={onOpen}
          className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 rounded-control text-left"
        >
          <Thumb banner={banner} />
          <span className="min-w-0 flex-1 basis-24 wrap-anywhere">
            <span className="line-clamp-2 text-14 font-medium text-text">{name}</span>
            <span className={cx('block text-13', state.warn ? 'text-warn' : 'text-text-3')}>
              {t(state.text)}
            </span>
          </span>
        </button>
        <Menu label={t('Opções de {{name}}', { name })} items={items} />
      </div>
      {open && (
        <div className="px-4 pb-4 pl-9">
          <div className="grid grid-cols-[256fr_81fr] gap-3 text-13 text-text-2">
            <ImageThumb
              label={t('Desktop')}
              icon={<Monitor size={14} strokeWidth={2} aria-hidden="true" />}
              url={banner.url_image}
              missing={t('Mostra a imagem do celular')}
              ratio="16 / 9"
            />
            <ImageThumb
              label={t('Celular')}
              icon={<Smartphone size={14} strokeWidth={2} aria-hidden="true" />}
              url={banner.url_image_vertical}
              missing={t('Mostra a do desktop')}
              ratio="9 / 16"
            />
          </div>
          <Button
            wide
            size="sm"
            className="mt-3"
            icon={<Pencil size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={onEdit}
          >
            {t('Editar banner')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Thumb({ banner }: { banner: Banner }) {
  const { url_image, url_image_vertical, url_video, url_video_vertical } = banner;
  const url = url_image ?? url_image_vertical;
  const Icon = (url_video ?? url_video_vertical) ? Video : Image;
  return (
    <span className="relative grid h-[54px] w-[96px] shrink-0 place-items-center overflow-hidden rounded-control bg-surface-3 text-text-3">
      {url ? (
        <img
          src={url}
          srcSet={imageSrcSet(url)}
          sizes="96px"
          alt=""
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      )}
      {url && (url_video ?? url_video_vertical) && (
        <Video
          size={16}
          strokeWidth={2}
          className="absolute right-1 bottom-1 bg-black/65 p-0.5 text-white"
          aria-hidden="true"
        />
      )}
    </span>
  );
}

interface ShownProps {
  label: string;
  icon: ReactNode;
  url: string | null;
  /** The text in place of a missing image. */
  missing: string;
  ratio: string;
}

function ImageThumb({ label, icon, url, missing, ratio }: ShownProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 flex items-center gap-1.5 *:shrink-0">
        {icon}
        {label}
      </figcaption>
      <span
        className="relative grid place-items-center overflow-hidden rounded-control border border-line bg-field p-2 text-center text-12 text-text-3"
        style={{ aspectRatio: ratio }}
      >
        {url ? (
          <img
            src={url}
            srcSet={imageSrcSet(url)}
            sizes="260px"
            alt=""
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          missing
        )}
      </span>
    </figure>
  );
}
