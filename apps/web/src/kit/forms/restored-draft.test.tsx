import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Form, press, size, slide } from '../../test/draft-form.tsx';
import { site, visit } from '../../test/school.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useDraft } from './draft.ts';
import { RestoreDraft } from './restore-draft.tsx';

beforeEach(() => localStorage.clear());

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
