import { Check, RotateCcw, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { perLanguage } from '../../ui/per-language.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './crop-dialog.css';
import { cropImage } from './crop-image.ts';

interface CropDialogProps {
  title: string;
  /** The URL of the image: a local object URL or one of the server. */
  image: string;
  /** The name of the cropped file. */
  name: string;
  /** The output's width and height, in pixels. */
  size: readonly [number, number];
  /** Keeps transparency: PNG instead of JPEG. */
  transparent?: boolean;
  /** The element that gets focus after closing. The default is the opener. */
  finalFocus?: DialogProps['finalFocus'];
  onCancel: () => void;
  onCrop: (file: File) => void;
}

/** A section 9: zoom 1 to 50. */
const MAX_ZOOM = 50;
/** The zoom factor of one press of + or −, and of their keys. */
const ZOOM_STEP = 1.25;
const start = { x: 0, y: 0 };

/**
 * Crops an image to its final frame by pointer, pinch, wheel and keys. Heavy: load it lazily. For
 * a form field with upload use `CropField`.
 */
export default function CropDialog(props: CropDialogProps) {
  const { title, onCancel, size } = props;
  const { t } = useTranslation();
  const crop = useCrop(props);
  const stage = useRef<HTMLDivElement>(null);
  const [width, height] = size;

  return (
    <Dialog
      open
      onClose={onCancel}
      title={title}
      description={t('O que ficar dentro do quadro aparece em {{width}} × {{height}}.', {
        // As texts: a size in pixels has no separator of thousands.
        width: String(width),
        height: String(height),
      })}
      width={640}
      bare
      besideDrawer
      // Enter confirms: on the cross, where focus would be, it would throw the image away.
      initialFocus={stage}
      finalFocus={props.finalFocus}
      actions={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            icon={<RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={crop.restore}
          >
            {t('Restaurar')}
          </Button>
          <Button onClick={onCancel}>{t('Cancelar')}</Button>
          <Button
            variant="primary"
            busy={crop.isCropping}
            aria-disabled={!crop.area || undefined}
            onClick={() => void crop.confirm()}
          >
            {t('Usar este recorte')}
          </Button>
        </>
      }
    >
      <Stage ref={stage} image={props.image} size={size} crop={crop} />
      <ZoomControls zoom={crop.zoom} onZoom={crop.zoomTo} onEnter={() => void crop.confirm()} />
      {crop.hasFailed && (
        <InlineError className="mx-6 mb-4">
          {t('Não conseguimos recortar esta imagem. Tente com outra.')}
        </InlineError>
      )}
    </Dialog>
  );
}

/** The state of a crop: the frame's place and zoom, and its area of the image, in pixels. */
function useCrop(props: CropDialogProps) {
  const [position, setPosition] = useState(start);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isCropping, setIsCropping] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function confirm() {
    if (!area || isCropping) return;
    setIsCropping(true);
    setHasFailed(false);
    try {
      props.onCrop(await cropImage({ ...props, source: props.image, area }));
    } catch {
      setHasFailed(true);
      setIsCropping(false);
    }
  }

  return {
    position,
    zoom,
    area,
    isCropping,
    hasFailed,
    confirm,
    setPosition,
    setZoom,
    setArea,
    zoomTo: (next: number) => setZoom(Math.min(Math.max(next, 1), MAX_ZOOM)),
    restore: () => {
      setPosition(start);
      setZoom(1);
    },
    fail: () => setHasFailed(true),
  };
}

interface StageProps extends Pick<CropDialogProps, 'image' | 'size'> {
  ref: RefObject<HTMLDivElement | null>;
  crop: ReturnType<typeof useCrop>;
}

/** The image under the frame, with the number of pixels in it. */
function Stage({ ref, image, size: [width, height], crop }: StageProps) {
  const { t, number } = useTranslation();
  const { zoom, zoomTo, area } = crop;
  const isLoaded = area !== null;

  // The frame comes with the image. A viewer who waited on the stage can move it at once by the
  // arrows.
  useEffect(() => {
    if (isLoaded && document.activeElement === ref.current)
      ref.current?.querySelector<HTMLElement>('.crop-frame')?.focus();
  }, [isLoaded, ref]);

  /** Handles zoom and Enter. react-easy-crop itself moves the image with the arrows. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === '+' || event.key === '=') zoomTo(zoom * ZOOM_STEP);
    else if (event.key === '-') zoomTo(zoom / ZOOM_STEP);
    else if (event.key === 'Enter') void crop.confirm();
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the frame inside
    <div
      ref={ref}
      tabIndex={-1}
      className="relative h-[min(520px,46dvh,max(10rem,100dvh-23.5rem))] overflow-hidden bg-black outline-none md:h-[min(520px,max(46dvh,100dvh-21rem))]"
      onKeyDown={onKeyDown}
    >
      {!isLoaded && !crop.hasFailed && (
        <output className="absolute inset-0 flex items-center justify-center gap-2 text-14 text-white">
          <Spinner />
          {t('Carregando')}
        </output>
      )}
      <Cropper
        image={image}
        crop={crop.position}
        zoom={zoom}
        minZoom={1}
        maxZoom={MAX_ZOOM}
        // Makes each notch of the wheel zoom by the same factor.
        zoomSpeed={zoom * 0.4}
        aspect={width / height}
        keyboardStep={8}
        onCropChange={crop.setPosition}
        onZoomChange={crop.setZoom}
        onCropAreaChange={(_percent, pixels) => crop.setArea(pixels)}
        mediaProps={{ onError: crop.fail }}
        classes={{ cropAreaClassName: 'crop-frame' }}
        cropperProps={{
          role: 'group',
          'aria-label': t('Quadro do recorte: as setas movem, mais e menos aproximam'),
        }}
        disableAutomaticStylesInjection
      />
      {area && (
        <Sharpness
          enough={area.width >= width && area.height >= height}
          words={`${number(Math.round(area.width))} × ${number(Math.round(area.height))} px`}
        />
      )}
    </div>
  );
}

interface ZoomControlsProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  onEnter: () => void;
}

function ZoomControls({ zoom, onZoom, onEnter }: ZoomControlsProps) {
  const { t, i18n } = useTranslation();
  const words = `${oneDigit(i18n.language).format(zoom)}×`;
  // Logarithmic: each part of the slider zooms by the same factor.
  const position = Math.log(zoom) / Math.log(MAX_ZOOM);
  return (
    <div className="flex items-center gap-3 px-6 py-4">
      <IconButton
        label={t('Afastar')}
        variant="secondary"
        className="rounded-full"
        aria-disabled={zoom <= 1 || undefined}
        onClick={() => onZoom(zoom / ZOOM_STEP)}
      >
        <ZoomOut size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        className="slider"
        aria-label={t('Zoom')}
        aria-valuetext={words}
        min={0}
        max={1}
        step={0.01}
        value={position}
        style={{ '--done': `${position * 100}%` }}
        onChange={(event) => onZoom(MAX_ZOOM ** Number(event.target.value))}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
      <IconButton
        label={t('Aproximar')}
        variant="secondary"
        className="rounded-full"
        aria-disabled={zoom >= MAX_ZOOM || undefined}
        onClick={() => onZoom(zoom * ZOOM_STEP)}
      >
        <ZoomIn size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <span className="w-12 shrink-0 text-right text-14 font-semibold tabular-nums">{words}</span>
    </div>
  );
}

const oneDigit = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** The number of source pixels in the frame. Fewer than the output size loses sharpness. */
function Sharpness({ enough: isSharp, words }: { enough: boolean; words: string }) {
  const { t } = useTranslation();
  const Icon = isSharp ? Check : TriangleAlert;
  return (
    <output className="pointer-events-none absolute bottom-4 left-4 inline-flex items-center gap-2 rounded-control bg-black/75 px-3 py-1.5 text-13 font-medium text-white tabular-nums">
      <Icon
        size={16}
        strokeWidth={2}
        className={cx('shrink-0', isSharp ? 'text-ok' : 'text-warn')}
        aria-hidden="true"
      />
      {isSharp ? words : t('{{size}}, pode perder nitidez', { size: words })}
    </output>
  );
}
