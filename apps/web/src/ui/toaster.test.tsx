import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

test('where its code does not load, the page stays, and a later message shows', async () => {
  vi.doMock('./toaster-view.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  render(
    <>
      <p>Curso de luz</p>
      <Toaster />
    </>,
  );
  toast.error('Sem conexão');
  await expect(import('./toaster-view.tsx')).rejects.toThrow('mocking a module');
  vi.doUnmock('./toaster-view.tsx');
  toast.success('Link copiado');
  expect(await screen.findByText('Link copiado')).toBeVisible();
  expect(screen.queryByText('Sem conexão')).toBeNull();
  expect(screen.getByText('Curso de luz')).toBeVisible();
});

test('shows messages from before it rendered, and later ones', async () => {
  toast.success('Link copiado');
  render(<Toaster />);
  expect(await screen.findByText('Link copiado')).toBeTruthy();
  toast.error('Erro ao salvar', { description: 'Tente novamente mais tarde' });
  expect(await screen.findByText('Tente novamente mais tarde')).toBeTruthy();
});

test('messages of the edit tool have its colours', async () => {
  render(<Toaster inEditChrome />);
  toast.success('Salvo pela ferramenta');
  expect((await screen.findByText('Salvo pela ferramenta')).closest('.edit-chrome')).toBeTruthy();
});

test('undo restores the item once', async () => {
  const putBack = vi.fn<() => void>();
  render(<Toaster />);
  toast.undo('Plano Estúdio anual removido', putBack);
  await screen.findByText('Plano Estúdio anual removido');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Desfazer' }));
  expect(putBack).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('Plano Estúdio anual removido')).toBeNull());
});

test('undo gives the focus back to where it was', async () => {
  render(
    <>
      <button>Novo</button>
      <Toaster />
    </>,
  );
  toast.undo('Nível excluído', () => undefined);
  const undo = await screen.findByRole('button', { name: 'Desfazer' });
  screen.getByRole('button', { name: 'Novo' }).focus();
  undo.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Novo' })).toHaveFocus();
  await waitFor(() => expect(screen.queryByText('Nível excluído')).toBeNull());
});

test('a message leaves early, or never shows, once what it asks for is done', async () => {
  const asked = new AbortController();
  render(<Toaster />);
  toast.error('Falta o título', { signal: asked.signal, duration: 60_000 });
  expect(await screen.findByText('Falta o título')).toBeVisible();
  asked.abort();
  await waitFor(() => expect(screen.queryByText('Falta o título')).toBeNull());
  toast.error('Falta a capa', { signal: asked.signal });
  toast.success('Capa salva');
  expect(await screen.findByText('Capa salva')).toBeVisible();
  expect(screen.queryByText('Falta a capa')).toBeNull();
});

test('a repeated message is seen, however many came after its first time', async () => {
  render(<Toaster />);
  const texts = ['Dados salvos.', 'Primeiro', 'Segundo', 'Terceiro'];
  for (const text of texts) {
    toast.success(text);
    expect(await screen.findByText(text)).toBeVisible();
  }
  await waitFor(() => expect(screen.getByText('Dados salvos.')).not.toBeVisible());
  toast.success('Dados salvos.');
  await waitFor(() => expect(screen.getByText('Dados salvos.')).toBeVisible());
});

test('a repeated message stays one toast, and different ones get their own', async () => {
  render(<Toaster />);
  toast.success('Dados salvos com sucesso.');
  toast.success('Dados salvos com sucesso.');
  toast.success('Banner atualizado com sucesso!');
  await screen.findByText('Banner atualizado com sucesso!');
  expect(screen.getAllByText('Dados salvos com sucesso.')).toHaveLength(1);
  toast.success('Dados salvos com sucesso.');
  toast.error('Dados salvos com sucesso.');
  await waitFor(() => expect(screen.getAllByText('Dados salvos com sucesso.')).toHaveLength(2));
});

test('at most three toasts show at once', async () => {
  render(<Toaster />);
  for (const text of ['Um', 'Dois', 'Três', 'Quatro']) toast.success(text);
  for (const text of ['Dois', 'Três', 'Quatro'])
    await waitFor(() => expect(screen.getByText(text)).toBeVisible());
  expect(screen.getByText('Um')).not.toBeVisible();
});

test('a closed message shows again if it is sent again', async () => {
  render(<Toaster />);
  toast.success('Link removido', { duration: 50 });
  await screen.findByText('Link removido');
  await waitFor(() => expect(screen.queryByText('Link removido')).toBeNull());
  toast.success('Link removido');
  expect(await screen.findByText('Link removido')).toBeTruthy();
});

test('two undo messages with the same text get two toasts', async () => {
  const undone = vi.fn<(item: number) => void>();
  render(<Toaster />);
  toast.undo('Item removido', () => undone(1));
  toast.undo('Item removido', () => undone(2));
  await waitFor(() => expect(screen.getAllByText('Item removido')).toHaveLength(2));
  for (const button of screen.getAllByRole('button', { name: 'Desfazer' }))
    await userEvent.click(button);
  expect(new Set(undone.mock.calls.flat())).toEqual(new Set([1, 2]));
});

test('a closable message has a close button', async () => {
  render(<Toaster />);
  toast.success('Configurações salvas com sucesso!', { closable: true });
  await screen.findByText('Configurações salvas com sucesso!');
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByText('Configurações salvas com sucesso!')).toBeNull());
});

test('a message stays while a button of it has the focus', async () => {
  render(<Toaster />);
  toast.success('Pontos guardados', { closable: true, duration: 400 });
  await screen.findByText('Pontos guardados');
  const close = screen.getByRole('button', { name: 'Fechar' });
  act(() => close.focus());
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(screen.getByText('Pontos guardados')).toBeVisible();
  act(() => close.blur());
  await waitFor(() => expect(screen.queryByText('Pontos guardados')).toBeNull());
});
