import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, test } from 'vitest';
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
