import {
  getDocument,
  GlobalWorkerOptions,
  TextLayer,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

// The worker is our own file, because the page's Content-Security-Policy allows no other origin.
GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
  import.meta.url,
).href;

/** Fetches the worker's code so that the service worker caches it. */
export const fetchPdfWorker = () => fetch(GlobalWorkerOptions.workerSrc);

/** An open PDF. Pages count from 1. */
export interface Pdf {
  pages: number;
  /** Width and height of a page in CSS pixels at scale 1. */
  size(page: number): Promise<{ width: number; height: number }>;
  /** Draws a page, with a text layer over it for screen readers and selection. */
  draw(page: number, place: PdfPlace): Promise<void>;
  close(): void;
}

interface PdfPlace {
  canvas: HTMLCanvasElement;
  text: HTMLElement;
  scale: number;
  signal: AbortSignal;
}

/** More pixels look no sharper, and phones run out of memory. */
const MAX_PIXEL_RATIO = 2;
const MAX_PIXELS_PER_PAGE = 16_000_000;

/** Opens a PDF. If its server supports range requests, pages load on demand. */
export async function openPdf(url: string): Promise<Pdf> {
  const loading = getDocument({
    url,
    isEvalSupported: false,
    // Our Content-Security-Policy allows no WebAssembly. pdf.js then decodes in JavaScript.
    useWasm: false,
    enableXfa: false,
  });
  const pdf: PDFDocumentProxy = await loading.promise;
  return {
    pages: pdf.numPages,
    async size(page) {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
      return { width, height };
    },
    async draw(number, { canvas, text, scale, signal }) {
      const page = await pdf.getPage(number);
      if (signal.aborted) return;
      const viewport = page.getViewport({ scale });
      const maxScale = Math.sqrt(MAX_PIXELS_PER_PAGE / (viewport.width * viewport.height));
      const ratio = Math.min(devicePixelRatio || 1, MAX_PIXEL_RATIO, maxScale);
      canvas.width = Math.floor(viewport.width * ratio);
      canvas.height = Math.floor(viewport.height * ratio);
      const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
      signal.addEventListener('abort', () => drawing.cancel());
      await drawing.promise;
      text.replaceChildren();
      text.style.setProperty('--total-scale-factor', String(scale));
      const words = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text,
        viewport,
      });
      signal.addEventListener('abort', () => words.cancel());
      await words.render();
    },
    close: () => void loading.destroy(),
  };
}
