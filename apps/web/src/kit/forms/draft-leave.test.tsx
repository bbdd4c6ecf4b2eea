import { act, screen, waitFor, within } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Form, LinkForm, press, save, size, slide } from '../../test/draft-form.tsx';
import { settle, visit } from '../../test/school.tsx';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { useLeave, useLeaveGuard } from './leave-guard.tsx';

beforeEach(() => localStorage.clear());

function Leaving() {
  const leave = useLeave();
  return (
    <button type="button" onClick={() => leave(() => {})}>
      Sair
    </button>
  );
}

test.each([
  ['of the edit tool', true],
  ['of a page', false],
])('a form %s is asked about in its own colours', async (_whose, tool) => {
  const { user } = visit(
    <>
      {tool ? (
        <EditChrome>
          <LinkForm />
        </EditChrome>
      ) : (
        <LinkForm />
      )}
      <Leaving />
    </>,
  );
  await user.type(screen.getByRole('textbox'), 'a');
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
  expect(dialog.closest('.edit-chrome') !== null).toBe(tool);
});

test('saving a form closes its leave dialog', async () => {
  save.mockClear();
  const { user } = visit(
    <>
      <Form />
      <Leaving />
    </>,
  );
  slide(7);
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  press('s');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function LeavingTo() {
  const leave = useLeave();
  const navigate = useNavigate();
  const go = () => void navigate('/?longe', { replace: true });
  return (
    <button type="button" onClick={() => leave(go)}>
      Voltar
    </button>
  );
}

test('every way of leaving asks about discarding once', async () => {
  const { user, history } = visit(
    <>
      <Form />
      <LeavingTo />
    </>,
  );
  slide(7);
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }));
  await user.click(dialog.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(history.location.search).toBe('?longe'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Back asks before changes are lost, stays meanwhile, and goes back after Descartar', async () => {
  const { user, history } = visit(<Form />, { at: '/um' });
  act(() => history.push('/dois'));
  slide(7);
  act(() => history.go(-1));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }));
  expect(history.location.pathname).toBe('/dois');
  await user.click(dialog.getByRole('button', { name: 'Continuar editando' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(size()).toHaveValue('7');

  act(() => history.go(-1));
  const again = within(await screen.findByRole('dialog', { name: 'Sair sem salvar?' }));
  await user.click(again.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(history.location.pathname).toBe('/um'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an address with another query is left like another page, the same one is not', async () => {
  const { history } = visit(<Form />, { at: '/search?search=luz' });
  slide(7);
  act(() => history.push('/search?search=luz'));
  await act(() => vi.dynamicImportSettled());
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => history.push('/search?search=sombra'));
  expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeVisible();
  expect(history.location.search).toBe('?search=luz');
});

test('Salvar e sair saves once and leaves; what fails to be saved stays', async () => {
  const { user, history } = visit(
    <>
      <Form />
      <LeavingTo />
    </>,
  );
  slide(7);
  save.mockRejectedValueOnce(new Error('Sem conexão.'));
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.location.search).toBe('');
  expect(size()).toHaveValue('7');

  save.mockClear();
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await waitFor(() => expect(history.location.search).toBe('?longe'));
  expect(save).toHaveBeenCalledOnce();
});

/** Opens the form on a second page. Its change is being saved until `stored` resolves. */
async function openWhileSaving() {
  const page = visit(<Form />, { at: '/um' });
  act(() => page.history.push('/dois'));
  const stored = Promise.withResolvers<void>();
  save.mockClear();
  save.mockReturnValueOnce(stored.promise);
  slide(7);
  press('s');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  return { ...page, stored };
}

test('Salvar e sair waits for a save that runs, and leaves', async () => {
  const { user, history, stored } = await openWhileSaving();
  act(() => history.go(-1));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await act(async () => stored.resolve());
  await waitFor(() => expect(history.location.pathname).toBe('/um'));
  expect(save).toHaveBeenCalledOnce();
});

test('what was typed while a save runs is not left behind by Salvar e sair', async () => {
  const { user, history, stored } = await openWhileSaving();
  slide(9);
  act(() => history.go(-1));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await act(async () => stored.resolve());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.location.pathname).toBe('/dois');
  expect(size()).toHaveValue('9');
});

function Asking() {
  const renderQuestion = ({ go }: { go: () => void }) => (
    <button type="button" onClick={go}>
      Ir
    </button>
  );
  useLeaveGuard({ dirty: false, discard: () => {}, renderQuestion });
  return null;
}

test('a question that is asked without changes lets Back go once', async () => {
  const { user, history } = visit(<Asking />, { at: '/um' });
  act(() => history.push('/dois'));
  await user.click(await screen.findByRole('button', { name: 'Ir' }));
  await waitFor(() => expect(history.location.pathname).toBe('/dois'));
  act(() => history.go(-1));
  expect(history.location.pathname).toBe('/dois');
  await user.click(await screen.findByRole('button', { name: 'Ir' }));
  await waitFor(() => expect(history.location.pathname).toBe('/um'));
});
