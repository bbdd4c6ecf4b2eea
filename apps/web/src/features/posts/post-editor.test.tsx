import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import PostEditor from './post-editor.tsx';

test('an editor that is shown later than it rendered accepts text', async () => {
  const come = Promise.withResolvers<void>();
  const Late = lazy(async () => {
    await come.promise;
    return { default: () => <p>Veio</p> };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense fallback={<p>Carregando</p>}>
        <PostEditor
          channelId={1}
          label="Escreva"
          value="<p>Oi</p>"
          onChange={() => undefined}
          onFiles={undefined}
          onSubmit={() => undefined}
          focused
        />
        <Late />
      </Suspense>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Carregando')).toBeVisible();
  come.resolve();
  expect(await screen.findByText('Veio')).toBeVisible();
  const field = await screen.findByRole('textbox', { name: 'Escreva' });
  expect(field).toHaveTextContent('Oi');
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Negrito' })).toBeVisible();
});

test('a trailing space typed before the editor loaded stays', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PostEditor
        channelId={1}
        label="Escreva"
        value="Meia "
        onChange={() => undefined}
        onFiles={undefined}
        onSubmit={() => undefined}
        focused
      />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole('textbox', { name: 'Escreva' });
  expect(field.querySelector('p')?.textContent).toBe('Meia ');
});

test.each([
  ['an image alone', '', true],
  [
    'an image copied from a page',
    '<meta charset="utf-8"><img src="https://a.example/a.png" alt="Luz">',
    true,
  ],
  ['words copied from a document, with an image of themselves', '<p>Meia luz</p>', false],
])('pasted: %s', async (_name, html, isFile) => {
  const onFiles = vi.fn<(files: File[]) => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PostEditor
        channelId={1}
        label="Escreva"
        value=""
        onChange={() => undefined}
        onFiles={onFiles}
        onSubmit={() => undefined}
        focused
      />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole('textbox', { name: 'Escreva' });
  const image = new File(['x'], 'image.png', { type: 'image/png' });
  const getData = (type: string) => (type === 'text/html' ? html : '');
  const types = [...(html ? ['text/html'] : []), 'Files'];
  fireEvent.paste(field, { clipboardData: { files: [image], types, getData } });
  expect(onFiles.mock.calls).toEqual(isFile ? [[[image]]] : []);
  if (!isFile) expect(field).toHaveTextContent('Meia luz');
});
