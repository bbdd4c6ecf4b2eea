import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { wholeNumber } from '@vitrine/contract/settings-values';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/api.ts';
import { settle, site, visit } from '../../test/school.tsx';
import { EditChrome } from '../../ui/edit-chrome.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useDraft } from './draft.ts';
import { useLeave, useLeaveGuard } from './leave-guard.tsx';
import { RestoreDraft } from './restore-draft.tsx';
import { UndoButtons } from './undo-buttons.tsx';

beforeEach(() => localStorage.clear());

const save = vi.fn<() => Promise<void>>(async () => {});

const saved = { title: 'Loja', size: 0, password: '' };
const secrets = ['password'] as const;

function Form() {
  const draft = useDraft({
    name: 'test',
    saved,
    secrets,
    save,
    failure: 'Não foi possível atualizar os dados',
  });
  return (
    <form {...draft.formProps}>
      <RestoreDraft draft={draft} />
      <input aria-label="Título" {...draft.form.register('title')} />
      <input
        aria-label="Tamanho"
        type="range"
        value={draft.values.size}
        onChange={({ target }) => draft.set('size', Number(target.value))}
      />
      <p>{draft.errorOf('size')}</p>
      <input aria-label="Senha" type="password" {...draft.form.register('password')} />
      <UndoButtons draft={draft} />
      <DraftBar draft={draft} />
    </form>
  );
}

const size = () => screen.getByRole('slider');
const slide = (to: number) => fireEvent.change(size(), { target: { value: String(to) } });
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more });

test('fifty steps can be undone and redone, and a new step clears the redo steps', () => {
  visit(<Form />);
  for (let to = 1; to <= 50; to += 1) slide(to);
  for (let step = 0; step < 50; step += 1) press('z');
  expect(size()).toHaveValue('0');
  for (let step = 0; step < 50; step += 1) press('z', { shiftKey: true });
  expect(size()).toHaveValue('50');
  press('z');
  slide(7);
  press('z', { shiftKey: true });
  expect(size()).toHaveValue('7');
});

test('a drag is one step, however long', () => {
  visit(<Form />);
  fireEvent.pointerDown(size());
  for (const to of [8, 20, 41]) slide(to);
  fireEvent.pointerUp(size());
  press('z', { ctrlKey: false, metaKey: true });
  expect(size()).toHaveValue('0');
});

test('two drags are two steps', () => {
  visit(<Form />);
  for (const to of [20, 41]) {
    fireEvent.pointerDown(size());
    slide(to - 1);
    slide(to);
    fireEvent.pointerUp(size());
  }
  press('z');
  expect(size()).toHaveValue('20');
  press('z');
  expect(size()).toHaveValue('0');
});

test('typing is one step from outside; inside, the browser’s own undo wins', async () => {
  const { user } = visit(<Form />);
  const title = screen.getByRole('textbox');
  await user.type(title, ' nova');
  await user.keyboard('{Control>}z{/Control}');
  expect(title).toHaveValue('Loja nova');
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(title).toHaveValue('Loja');
});

test('undoing all changes leaves nothing to save or to restore', () => {
  visit(<Form />);
  slide(3);
  expect(screen.getByText('Alterações não salvas')).toBeVisible();
  slide(0);
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
  expect(localStorage.length).toBe(0);
});

test('a tab asks before it closes only if it has unsaved changes', () => {
  visit(<Form />);
  const asksBeforeClosing = () => {
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    return closing.defaultPrevented;
  };
  expect(asksBeforeClosing()).toBe(false);
  slide(3);
  expect(asksBeforeClosing()).toBe(true);
  slide(0);
  expect(asksBeforeClosing()).toBe(false);
});

test('a draft is restored only for the person who began it, at the same school', () => {
  const began = visit(<Form />);
  slide(3);
  began.leave();
  const neighbour = { ...site, tenant: { ...site.tenant, id: 2 } };
  for (const other of [{ id: 8 }, { site: neighbour }]) {
    const { leave } = visit(<Form />, other);
    expect(screen.queryByRole('button', { name: 'Restaurar rascunho' })).not.toBeInTheDocument();
    leave();
  }
  visit(<Form />);
  expect(screen.getByRole('button', { name: 'Restaurar rascunho' })).toBeVisible();
});

test('a save or an undo in another tab takes no draft from this one', async () => {
  const draftOf = (storage: Storage) => Object.values({ ...storage });
  const openTab = () => {
    sessionStorage.clear();
    return visit(<Form />);
  };
  const first = openTab();
  slide(3);
  first.leave();
  const ofFirst = { ...sessionStorage };
  for (const finish of ['Salvar', 'undo']) {
    const second = openTab();
    slide(5);
    if (finish === 'undo') slide(0);
    else await second.user.click(screen.getByRole('button', { name: finish }));
    await waitFor(() => expect(draftOf(localStorage)).toEqual([]));
    second.leave();
    for (const [key, text] of Object.entries(ofFirst)) sessionStorage.setItem(key, text);
    // A reload of the first tab.
    const again = visit(<Form />);
    await again.user.click(screen.getByRole('button', { name: 'Restaurar rascunho' }));
    expect(size()).toHaveValue('3');
    again.leave();
  }
});

test('a draft that an earlier version stored is offered, and then gone', async () => {
  localStorage.setItem('draft:1:7:test', '{"typed":{"size":3},"before":{"size":0}}');
  const { user } = visit(<Form />);
  await user.click(screen.getByRole('button', { name: 'Restaurar rascunho' }));
  expect(size()).toHaveValue('3');
  slide(0);
  expect(localStorage.length).toBe(0);
});

interface Shop {
  title: string;
  size: number;
}
const saveShop = vi.fn<(values: Shop) => Promise<void>>(async () => {});

function ShopForm({ shop }: { shop: Shop }) {
  const draft = useDraft<Shop>({ name: 'shop', saved: shop, save: saveShop, failure: 'Falhou' });
  return (
    <form {...draft.formProps}>
      <RestoreDraft draft={draft} />
      <input aria-label="Título" {...draft.form.register('title')} />
      <input
        aria-label="Tamanho"
        type="range"
        value={draft.values.size}
        onChange={({ target }) => draft.set('size', Number(target.value))}
      />
      <DraftBar draft={draft} />
    </form>
  );
}

/** Begins a draft of the size, and restores it after somebody else has saved. */
async function restoreAfter(theirs: Shop) {
  const began = visit(<ShopForm shop={{ title: 'Loja', size: 0 }} />);
  slide(3);
  began.leave();
  const { user } = visit(<ShopForm shop={theirs} />);
  await user.click(screen.getByRole('button', { name: 'Restaurar rascunho' }));
  // The question may stand over it already.
  expect(screen.getByRole('slider', { hidden: true })).toHaveValue('3');
  return user;
}

test('a restored draft leaves the fields that somebody else has saved meanwhile', async () => {
  const user = await restoreAfter({ title: 'Loja nova', size: 0 });
  expect(screen.getByRole('textbox', { name: 'Título' })).toHaveValue('Loja nova');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saveShop.mock.lastCall?.[0]).toEqual({ title: 'Loja nova', size: 3 }));
});

test('a draft is not offered where it would change nothing', async () => {
  const began = visit(<ShopForm shop={{ title: 'Loja', size: 0 }} />);
  slide(3);
  began.leave();
  // The save arrived, its answer did not.
  visit(<ShopForm shop={{ title: 'Loja', size: 3 }} />).leave();
  const secret = visit(<Form />);
  await secret.user.type(screen.getByLabelText('Senha'), 'segredo-bom');
  secret.leave();
  for (const form of [
    <ShopForm key="shop" shop={{ title: 'Loja', size: 3 }} />,
    <Form key="form" />,
  ]) {
    const { leave } = visit(form);
    expect(screen.queryByRole('button', { name: 'Restaurar rascunho' })).not.toBeInTheDocument();
    leave();
  }
});

test('a restored draft of a field that somebody else has saved meanwhile asks', async () => {
  const user = await restoreAfter({ title: 'Loja', size: 7 });
  const question = { name: 'Estes campos mudaram enquanto isso' };
  await screen.findByRole('dialog', question);
  await user.click(screen.getByRole('button', { name: 'Recarregar' }));
  expect(size()).toHaveValue('7');
});

test('an undo brings back no value that somebody else has replaced', async () => {
  function Followed() {
    const [shop, setShop] = useState<Shop>({ title: 'Loja', size: 0 });
    return (
      <>
        <ShopForm shop={shop} />
        <button type="button" onClick={() => setShop({ title: 'Loja nova', size: 0 })}>
          Ler de novo
        </button>
      </>
    );
  }
  const { user } = visit(<Followed />);
  slide(3);
  await user.click(screen.getByRole('button', { name: 'Ler de novo' }));
  const title = screen.getByRole('textbox', { name: 'Título' });
  expect(title).toHaveValue('Loja nova');
  press('z');
  expect(size()).toHaveValue('0');
  expect(title).toHaveValue('Loja nova');
  expect(screen.queryByRole('button', { name: 'Salvar' })).not.toBeInTheDocument();
});

test('a password is never stored on the device; the other fields are', async () => {
  const { user } = visit(<Form />);
  slide(3);
  await user.type(screen.getByLabelText('Senha'), 'segredo-bom');
  const storage = Object.values({ ...localStorage });
  expect(storage).toHaveLength(1);
  expect(JSON.parse(storage[0] as string)).toEqual({ typed: { size: 3 }, before: { size: 0 } });
});

test('Ctrl+S saves only if something has changed', async () => {
  visit(<Form />);
  press('s');
  expect(save).not.toHaveBeenCalled();
  slide(3);
  press('s');
  press('s');
  await vi.waitFor(() =>
    expect(save).toHaveBeenCalledWith(
      { title: 'Loja', size: 3, password: '' },
      { changes: { size: 3 } },
    ),
  );
  expect(save).toHaveBeenCalledOnce();
});

function LinkForm() {
  const draft = useDraft<{ link: string | null }>({
    name: 'link',
    saved: { link: null },
    save,
    failure: 'Não foi possível atualizar os dados',
  });
  return (
    <form {...draft.formProps}>
      <input aria-label="Link" {...draft.form.register('link')} />
      <DraftBar draft={draft} />
    </form>
  );
}

test('a field that is empty again counts as unchanged', async () => {
  const { user } = visit(<LinkForm />);
  await user.type(screen.getByRole('textbox'), 'a');
  expect(screen.getByText('Alterações não salvas')).toBeVisible();
  await user.clear(screen.getByRole('textbox'));
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
});

test('the reason of a failed save shows until the next attempt', async () => {
  const { user } = visit(<Form />);
  save.mockRejectedValueOnce(new Error('no'));
  slide(5);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Não foi possível atualizar os dados')).toBeVisible();
  slide(6);
  expect(screen.queryByText('Não foi possível atualizar os dados')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull());
  slide(5);
  expect(screen.getByText('Alterações não salvas')).toBeVisible();
  expect(screen.queryByText('Não foi possível atualizar os dados')).toBeNull();
});

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

function Sized() {
  const draft = useDraft({
    name: 'sized',
    saved: { size: 3 },
    schema: z.object({ size: wholeNumber(1, 60) }),
    save,
    failure: 'Não foi possível atualizar os dados',
  });
  const [sending, setSending] = useState(false);
  return (
    <form {...draft.formProps}>
      <input
        aria-label="Tamanho"
        type="number"
        {...draft.form.register('size', { valueAsNumber: true })}
      />
      <p role="alert">{draft.errorOf('size')}</p>
      <button type="button" onClick={() => setSending(!sending)}>
        Enviar
      </button>
      <DraftBar draft={draft} uploadProgress={sending ? 0.62 : null} />
    </form>
  );
}

test("an emptied number field shows the server's error", async () => {
  const { user } = visit(<Sized />);
  await user.clear(screen.getByRole('spinbutton'));
  await user.tab();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Campo obrigatório'));
  await user.type(screen.getByRole('spinbutton'), '61');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Valor inválido'));
});

test('no shortcut saves while an upload runs', async () => {
  save.mockClear();
  const { user } = visit(<Sized />);
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  await user.type(screen.getByRole('spinbutton'), '0');
  expect(screen.getByText('Envio em andamento 62 %')).toBeVisible();
  press('s');
  await user.type(screen.getByRole('spinbutton'), '{Enter}');
  await settle();
  expect(save).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  press('s');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
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

test('Salvar e sair waits for a save that runs, and leaves', async () => {
  const { user, history } = visit(<Form />, { at: '/um' });
  act(() => history.push('/dois'));
  const stored = Promise.withResolvers<void>();
  save.mockClear();
  save.mockReturnValueOnce(stored.promise);
  slide(7);
  press('s');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  act(() => history.go(-1));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await act(async () => stored.resolve());
  await waitFor(() => expect(history.location.pathname).toBe('/um'));
  expect(save).toHaveBeenCalledOnce();
});

test('what was typed while a save runs is not left behind by Salvar e sair', async () => {
  const { user, history } = visit(<Form />, { at: '/um' });
  act(() => history.push('/dois'));
  const stored = Promise.withResolvers<void>();
  save.mockClear();
  save.mockReturnValueOnce(stored.promise);
  slide(7);
  press('s');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
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

function Field({ name, over }: { name: string; over?: boolean }) {
  const draft = useDraft({
    name,
    saved: { text: '' },
    save: () => saveOf(name),
    failure: 'Não foi possível atualizar os dados',
  });
  return (
    <form {...draft.formProps}>
      <input aria-label={name} {...draft.form.register('text')} />
      {over && <Field name="dialog" />}
    </form>
  );
}
const saveOf = vi.fn<(name: string) => Promise<void>>(async () => {});

test('Ctrl+S saves the topmost form, even if both were rendered at once', async () => {
  const { user } = visit(<Field name="panel" over />);
  await user.type(screen.getByRole('textbox', { name: 'dialog' }), 'a');
  press('s');
  await waitFor(() => expect(saveOf).toHaveBeenCalledExactlyOnceWith('dialog'));
});

test("the server's message at a field goes once the field changes, and blocks no later save", async () => {
  const { user } = visit(<Form />);
  const refuseOnce = () =>
    save.mockRejectedValueOnce(
      new ApiError(422, {
        code: 'invalid',
        message: 'Confira',
        errors: { size: ['Grande demais'] },
      }),
    );
  slide(90);
  refuseOnce();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.getAllByText('Grande demais')).not.toEqual([]));
  slide(40);
  await waitFor(() => expect(screen.queryByText('Grande demais')).toBeNull());
  refuseOnce();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.getAllByText('Grande demais')).not.toEqual([]));
  // The same value again: only the server says whether it is still refused.
  save.mockClear();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
});

const Named = z.object({ title: z.string().check(z.minLength(1, 'Campo obrigatório')) });

function NamedForm() {
  const [isOn, setOn] = useState(false);
  const draft = useDraft({
    name: 'named',
    saved: { title: 'Loja' },
    schema: Named,
    save,
    failure: 'Não foi possível atualizar os dados',
  });
  return (
    <form {...draft.formProps}>
      <input aria-label="Título" {...draft.form.register('title')} />
      <p>{draft.errorOf('title')}</p>
      <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        Privada
      </button>
    </form>
  );
}

test('an error does not move the button that is being pressed: it shows after the release', async () => {
  const { user } = visit(<NamedForm />);
  await user.clear(screen.getByLabelText('Título'));
  const button = screen.getByRole('button', { name: 'Privada' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(button).toHaveFocus();
  await settle();
  expect(screen.queryByText('Campo obrigatório')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(await screen.findByText('Campo obrigatório')).toBeVisible();
  expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('an error shows at once when the keyboard leaves the field', async () => {
  const { user } = visit(<NamedForm />);
  await user.clear(screen.getByLabelText('Título'));
  await user.tab();
  expect(await screen.findByText('Campo obrigatório')).toBeVisible();
});

const noProducts = { products: [] as number[] };

const WithProducts = z.object({
  products: z.array(z.number()).check(z.minLength(1, 'Nenhum produto selecionado.')),
});

function ProductsForm() {
  const draft = useDraft({
    name: 'products',
    saved: noProducts,
    schema: WithProducts,
    save,
    failure: 'Não foi possível atualizar os dados',
  });
  return (
    <form {...draft.formProps}>
      <p>{draft.errorOf('products')}</p>
      <button type="button" onClick={() => draft.set('products', [3])}>
        Escolher
      </button>
      <button type="button" onClick={() => draft.set('products', [])}>
        Esvaziar
      </button>
      <button type="button" onClick={() => void draft.form.trigger('products')}>
        Continuar
      </button>
      <button type="submit">Salvar</button>
    </form>
  );
}

test.each(['Salvar', 'Continuar'])(
  'the message of a picker goes as soon as something is chosen: %s',
  async (button) => {
    const { user } = visit(<ProductsForm />);
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText('Nenhum produto selecionado.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Escolher' }));
    await waitFor(() => expect(screen.queryByText('Nenhum produto selecionado.')).toBeNull());
  },
);

test('a picker shows no message before the first save, and shows it again after', async () => {
  const { user } = visit(<ProductsForm />);
  await user.click(screen.getByRole('button', { name: 'Escolher' }));
  await user.click(screen.getByRole('button', { name: 'Esvaziar' }));
  await settle();
  expect(screen.queryByText('Nenhum produto selecionado.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Nenhum produto selecionado.');
  await user.click(screen.getByRole('button', { name: 'Escolher' }));
  await waitFor(() => expect(screen.queryByText('Nenhum produto selecionado.')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Esvaziar' }));
  expect(await screen.findByText('Nenhum produto selecionado.')).toBeVisible();
});
