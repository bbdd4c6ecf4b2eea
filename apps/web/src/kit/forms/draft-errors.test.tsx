import { screen, waitFor } from '@testing-library/react';
import { wholeNumber } from '@vitrine/contract/settings-values';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/api.ts';
import { Form, press, save, slide } from '../../test/draft-form.tsx';
import { settle, visit } from '../../test/school.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useDraft } from './draft.ts';

beforeEach(() => localStorage.clear());

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
