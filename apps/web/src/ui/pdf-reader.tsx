import { Download, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { buttonClass } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useInView } from './in-view.ts';
import { openPdf, type Pdf } from './pdf.ts';
import './pdf-reader.css';
import { useTranslation } from './translation.ts';

interface PdfReaderProps {
  url: string;
  /** The file name of a download. */
  name: string;
}

const zooms = [1, 1.25, 1.5, 2, 3];

/** Shows a PDF inline: its pages in a column, as wide as the container. */
export default function PdfReader({ url, name }: PdfReaderProps) {
  const { t } = useTranslation();
  const [first] = useState(url); // a refetched lesson has a newly signed URL for the same file
  const { pdf, firstSize, failed } = usePdf(first);
  const pages = useRef<HTMLDivElement>(null);
  const availableWidth = useContentWidth(pages);
  const [zoom, setZoom] = useState(0);
  const [page, setPage] = useState(1);

  function onScroll() {
    const box = pages.current!;
    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
    const pageIndex = [...box.children].findLastIndex(
      (pageElement) => pageElement.getBoundingClientRect().top <= middle,
    );
    setPage(Math.max(pageIndex, 0) + 1);
  }

  return (
    <section className="pdf-reader" aria-label={name}>
      <PdfBar url={url} name={name} pdf={pdf} page={page} zoom={zoom} onZoom={setZoom} />
      {failed ? (
        <p role="alert" className="px-4 py-8 text-center text-14 text-text-2">
          {t('Não conseguimos mostrar este PDF aqui. Baixe-o para ler.')}
        </p>
      ) : (
        <div
          ref={pages}
          onScroll={onScroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable
          tabIndex={0}
          role="document"
          aria-label={name}
          aria-busy={!pdf}
          className="pdf-pages quiet-scroll"
        >
          {pdf && firstSize && availableWidth > 0 ? (
            Array.from({ length: pdf.pages }, (_, index) => (
              <PdfPage
                key={index}
                pdf={pdf}
                number={index + 1}
                first={firstSize}
                width={availableWidth * zooms[zoom]!}
              />
            ))
          ) : (
            <div className="skeleton mx-auto aspect-[1/1.414] w-full" />
          )}
        </div>
      )}
    </section>
  );
}

interface PdfBarProps extends PdfReaderProps {
  pdf: Pdf | null;
  /** The page in the middle of the container, from 1. */
  page: number;
  /** Index in `zooms`. */
  zoom: number;
  onZoom: (zoom: number) => void;
}

function PdfBar({ url, name, pdf, page, zoom, onZoom }: PdfBarProps) {
  const { t } = useTranslation();
  return (
    <div className="pdf-bar">
      <span className="min-w-0 flex-1 truncate text-14 text-text-2">
        {pdf ? t('Página {{page}} de {{pages}}', { page, pages: pdf.pages }) : name}
      </span>
      <IconButton
        label={t('Diminuir')}
        disabled={!pdf || zoom === 0}
        onClick={() => onZoom(zoom - 1)}
      >
        <ZoomOut size={18} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={t('Aumentar')}
        disabled={!pdf || zoom === zooms.length - 1}
        onClick={() => onZoom(zoom + 1)}
      >
        <ZoomIn size={18} strokeWidth={1.75} />
      </IconButton>
      <a
        href={url}
        download={name}
        aria-label={t('Baixar {{name}}', { name })}
        className={`${buttonClass('ghost')} w-10 px-0!`}
      >
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  );
}

/** Opens a PDF and closes it at unmount. `firstSize` is the size of its first page, in px. */
function usePdf(url: string) {
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [firstSize, setFirstSize] = useState<{ width: number; height: number } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let opened: Pdf | null = null;
    let isUnmounted = false;
    openPdf(url)
      .then(async (pdf) => {
        opened = pdf;
        if (isUnmounted) return pdf.close();
        setFirstSize(await pdf.size(1));
        setPdf(pdf);
      })
      .catch(() => setFailed(true));
    return () => {
      isUnmounted = true;
      opened?.close();
    };
  }, [url]);
  return { pdf, firstSize, failed };
}

/** The width of an element without its padding, in px. 0 until it is measured. */
function useContentWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = () =>
      setWidth(box.clientWidth - 2 * parseFloat(getComputedStyle(box).paddingLeft || '0'));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, [element]);
  return width;
}

interface PdfPageProps {
  pdf: Pdf;
  number: number;
  /** The size of the first page. Most pages share it, so it reserves their space. */
  first: { width: number; height: number };
  width: number;
}

/**
 * Renders a page near the viewport and frees its pixels once it is far. A long PDF would fill a
 * phone's memory.
 */
function PdfPage({ pdf, number, first, width }: PdfPageProps) {
  const [page, setPage] = useState<HTMLDivElement | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(first);
  const isNear = useInView(page, '100% 0px');
  const scale = width / size.width;

  useEffect(() => {
    if (!isNear) return undefined;
    const drawing = new AbortController();
    const shownCanvas = canvas.current!;
    pdf
      .size(number)
      .then((pageSize) => {
        if (drawing.signal.aborted) return undefined;
        if (pageSize.width !== size.width || pageSize.height !== size.height)
          return setSize(pageSize);
        const place = { canvas: shownCanvas, text: text.current!, scale, signal: drawing.signal };
        return pdf.draw(number, place);
      })
      .catch(() => {}); // cancelled, or a broken page: the other pages still render
    return () => {
      drawing.abort();
      shownCanvas.width = 0;
    };
  }, [pdf, number, isNear, scale, size]);

  return (
    <div ref={setPage} className="pdf-page" style={{ width, height: size.height * scale }}>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={text} className="pdf-text" />
    </div>
  );
}
