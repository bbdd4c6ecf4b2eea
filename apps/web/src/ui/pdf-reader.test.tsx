import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Pdf } from './pdf.ts';

const openPdf = vi.hoisted(() => vi.fn<(url: string) => Promise<Pdf>>());
vi.mock('./pdf.ts', () => ({ openPdf }));
const { default: PdfReader } = await import('./pdf-reader.tsx');

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        queueMicrotask(() => callback([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

const pdf = (overrides: Partial<Pdf> = {}): Pdf => ({
  pages: 3,
  size: async () => ({ width: 300, height: 400 }),
  draw: async (page, { text }) => {
    text.textContent = `Palavras da página ${page}`;
  },
  close: () => {},
  ...overrides,
});

test('a PDF shows in place, page by page, and can be downloaded', async () => {
  openPdf.mockResolvedValue(pdf());
  render(<PdfReader url="/files/1/guia.pdf?s=x" name="Guia.pdf" />);
  expect(await screen.findByText('Palavras da página 3')).toBeTruthy();
  expect(screen.getByText('Página 1 de 3')).toBeTruthy();
  const download = screen.getByRole('link', { name: 'Baixar Guia.pdf' });
  expect(download.getAttribute('download')).toBe('Guia.pdf');
  expect(download.getAttribute('href')).toBe('/files/1/guia.pdf?s=x');
});

test('zooming makes its pages larger', async () => {
  const user = userEvent.setup();
  const scales: number[] = [];
  openPdf.mockResolvedValue(
    pdf({
      pages: 1,
      draw: async (_, { scale }) => {
        scales.push(scale);
      },
    }),
  );
  render(<PdfReader url="/a.pdf?s=x" name="a.pdf" />);
  await waitFor(() => expect(scales).toEqual([2]));
  await user.click(screen.getByRole('button', { name: 'Aumentar' }));
  await waitFor(() => expect(scales).toEqual([2, 2.5]));
});

test('an unreadable PDF shows an error, and can still be downloaded', async () => {
  openPdf.mockRejectedValue(new Error('password'));
  render(<PdfReader url="/a.pdf?s=x" name="a.pdf" />);
  expect((await screen.findByRole('alert')).textContent).toContain('Baixe-o para ler');
  expect(screen.getByRole('link', { name: 'Baixar a.pdf' })).toBeTruthy();
});

test('the PDF is released when its reader unmounts', async () => {
  const close = vi.fn<() => void>();
  openPdf.mockResolvedValue(pdf({ close }));
  const { unmount } = render(<PdfReader url="/a.pdf?s=x" name="a.pdf" />);
  await screen.findByText('Página 1 de 3');
  unmount();
  expect(close).toHaveBeenCalledOnce();
});

test('a PDF whose first page is broken shows an error instead of loading for ever', async () => {
  openPdf.mockResolvedValue(pdf({ size: () => Promise.reject(new Error('broken page')) }));
  render(<PdfReader url="/a.pdf?s=x" name="a.pdf" />);
  expect((await screen.findByRole('alert')).textContent).toContain('Baixe-o para ler');
});

test('the other pages of a PDF with a broken page still show', async () => {
  openPdf.mockResolvedValue(
    pdf({
      size: async (page) => {
        if (page === 2) throw new Error('broken page');
        return { width: 300, height: 400 };
      },
    }),
  );
  render(<PdfReader url="/a.pdf?s=x" name="a.pdf" />);
  expect(await screen.findByText('Palavras da página 3')).toBeTruthy();
  expect(screen.queryByText('Palavras da página 2')).toBeNull();
});

test('a PDF that cannot be shown says so, and can still be downloaded', async () => {
  openPdf.mockRejectedValue(new Error('broken'));
  render(<PdfReader url="/files/1/guia.pdf?s=x" name="Guia.pdf" />);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Não conseguimos mostrar este PDF aqui. Baixe-o para ler.',
  );
  expect(screen.queryByRole('document')).toBeNull();
  expect(screen.getByRole('link', { name: 'Baixar Guia.pdf' })).toBeTruthy();
});
