import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/api.ts';
import { visit } from '../../test/school.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useDraft } from './draft.ts';

// Two people save at once, or the answer to a save is lost.

beforeEach(() => localStorage.clear());

const slide = (to: number) =>
  fireEvent.change(screen.getByRole('slider'), { target: { value: String(to) } });

interface Fields {
  name: string;
  description: string;
}

test('a save of the whole form keeps what somebody else changed in other fields', async () => {
  const changed = { name: 'Deles', description: '', version: 2 };
  const saveWhole = vi.fn<(values: Fields, how: { version?: number }) => Promise<{ data: Fields }>>(
    async (values, { version = 1 }) => {
      if (version === 2) return { data: values };
      throw new ApiError(409, { code: 'stale_version', message: '', data: changed });
    },
  );
  function Whole() {
    const draft = useDraft<Fields>({
      name: 'whole',
      saved: { name: 'Antes', description: '' },
      schema: z.object({ name: z.string(), description: z.string().check(z.trim()) }),
      asSaved: ({ name, description }: Fields) => ({ name, description }),
      save: saveWhole,
      failure: 'Não foi possível atualizar os dados',
    });
    return (
      <form {...draft.formProps}>
        <input aria-label="Nome" {...draft.form.register('name')} />
        <input aria-label="Descrição" {...draft.form.register('description')} />
        <DraftBar draft={draft} />
      </form>
    );
  }
  const { user } = visit(<Whole />);
  await user.type(screen.getByRole('textbox', { name: 'Descrição' }), 'Minha ');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saveWhole).toHaveBeenCalledTimes(2));
  expect(saveWhole.mock.lastCall?.[0]).toEqual({ name: 'Deles', description: 'Minha' });
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveValue('Deles');
});

test('a change of somebody else that reached the page first is still asked about', async () => {
  const theirs = { text: 'Deles', version: 2 };
  const saveText = vi.fn<(version: number) => Promise<{ data: typeof theirs }>>(async (version) => {
    if (version === theirs.version) return { data: theirs };
    const data = { ...theirs, changed_by: 'Dona Aparecida' };
    throw new ApiError(409, { code: 'stale_version', message: '', data });
  });
  function Followed() {
    const [thing, setThing] = useState({ text: 'Antes', version: 1 });
    const draft = useDraft<{ text: string }>({
      name: 'followed',
      saved: { text: thing.text },
      asSaved: ({ text }: typeof thing) => ({ text }),
      save: (_, { version = thing.version }) => saveText(version),
      failure: 'Não foi possível atualizar os dados',
    });
    return (
      <form {...draft.formProps}>
        <input aria-label="Texto" {...draft.form.register('text')} />
        <button type="button" onClick={() => setThing(theirs)}>
          Ler de novo
        </button>
        <DraftBar draft={draft} />
      </form>
    );
  }
  const { user } = visit(<Followed />);
  const text = screen.getByRole('textbox', { name: 'Texto' });
  await user.type(text, ' meu');
  await user.click(screen.getByRole('button', { name: 'Ler de novo' }));
  expect(text).toHaveValue('Antes meu');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByRole('dialog', { name: 'Outra pessoa salvou antes de você' });
  expect(saveText.mock.calls).toEqual([[1]]);
  await user.click(screen.getByRole('button', { name: 'Continuar editando' }));
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(text).toHaveValue('Deles');
  await user.type(text, ' e meu');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saveText.mock.lastCall).toEqual([2]));
});

test('a save whose answer was lost is no change of somebody else, also after more was typed', async () => {
  let stored = { text: 'Antes', version: 1 };
  let isLost = true;
  const save = async (text: string, version: number) => {
    if (version !== stored.version)
      throw new ApiError(409, {
        code: 'stale_version',
        message: '',
        data: { ...stored, changed_by: 'Olívia', changed_by_id: 1 },
      });
    stored = { text, version: version + 1 };
    if (!isLost) return { data: stored };
    isLost = false;
    throw new ApiError(0, { code: 'offline', message: 'Sem conexão.' });
  };
  function Lost() {
    const draft = useDraft<{ text: string }>({
      name: 'lost',
      saved: { text: 'Antes' },
      asSaved: ({ text }: typeof stored) => ({ text }),
      save: ({ text }, { version = 1 }) => save(text, version),
      failure: 'Não foi possível atualizar os dados',
    });
    return (
      <form {...draft.formProps}>
        <input aria-label="Texto" {...draft.form.register('text')} />
        <DraftBar draft={draft} />
      </form>
    );
  }
  const { user } = visit(<Lost />);
  const text = screen.getByRole('textbox', { name: 'Texto' });
  await user.type(text, ' meu');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Sem conexão.')).toBeVisible();
  await user.type(text, ', e mais');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(stored.text).toBe('Antes meu, e mais'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a save whose answer was lost is told as saved once it is read', async () => {
  function Lost() {
    const [stored, setStored] = useState('Antes');
    const [isRead, setIsRead] = useState(false);
    const draft = useDraft<{ text: string }>({
      name: 'read',
      saved: { text: isRead ? stored : 'Antes' },
      save: async ({ text }) => {
        setStored(text);
        throw new ApiError(0, { code: 'offline', message: 'Sem conexão.' });
      },
      failure: 'Não foi possível atualizar os dados',
    });
    return (
      <form {...draft.formProps}>
        <input aria-label="Texto" {...draft.form.register('text')} />
        <DraftBar draft={draft} />
        <button type="button" onClick={() => setIsRead(true)}>
          Ler
        </button>
      </form>
    );
  }
  const { user } = visit(<Lost />);
  await user.type(screen.getByRole('textbox', { name: 'Texto' }), ' meu');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Sem conexão.')).toBeVisible();
  expect(screen.queryByText('Alterações salvas com sucesso')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ler' }));
  expect(await screen.findByText('Alterações salvas com sucesso')).toBeVisible();
  expect(screen.queryByText('Sem conexão.')).toBeNull();
});

interface Rules {
  title: string;
  points: { post: number; like: number };
  products: number[];
}
const saveRules = vi.fn<(values: Rules) => Promise<void>>(async () => {});
const rules: Rules = { title: 'XP', points: { post: 1, like: 1 }, products: [3] };

/** A form of a thing without a version. `now` is what the server holds when it is saved. */
function RulesForm({ now }: { now: Rules }) {
  const draft = useDraft<Rules>({
    name: 'rules',
    saved: rules,
    reread: async () => now,
    save: saveRules,
    failure: 'Falhou',
  });
  const { points } = draft.values;
  return (
    <form {...draft.formProps}>
      <input
        aria-label="Publicar"
        type="range"
        value={points.post}
        onChange={({ target }) => draft.set('points.post', Number(target.value))}
      />
      <output aria-label="Curtir">{points.like}</output>
      <button type="button" onClick={() => draft.set('products', [3, 4])}>
        Mais um
      </button>
      <DraftBar draft={draft} />
    </form>
  );
}

test('of a thing without a version, the parts that somebody else has saved stay', async () => {
  const now = { title: 'Luz', points: { post: 1, like: 9 }, products: [5] };
  const { user } = visit(<RulesForm now={now} />);
  slide(7);
  await user.click(screen.getByRole('button', { name: 'Mais um' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(saveRules.mock.lastCall?.[0]).toEqual({
      title: 'Luz',
      points: { post: 7, like: 9 },
      products: [5, 4],
    }),
  );
  expect(await screen.findByLabelText('Curtir')).toHaveTextContent('9');
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
});

test('of a thing without a version, the same field asks, and can be overwritten', async () => {
  saveRules.mockClear();
  const { user } = visit(<RulesForm now={{ ...rules, points: { post: 2, like: 9 } }} />);
  slide(7);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByRole('dialog', { name: 'Estes campos mudaram enquanto isso' });
  expect(saveRules).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Salvar por cima' }));
  await waitFor(() =>
    expect(saveRules.mock.lastCall?.[0]).toMatchObject({ points: { post: 7, like: 9 } }),
  );
});

test('of a thing without a version, a save whose answer was lost is no change of somebody else', async () => {
  saveRules.mockClear();
  saveRules.mockRejectedValueOnce(new ApiError(0, { code: 'offline', message: 'Sem conexão.' }));
  const now = { ...rules, points: { ...rules.points } };
  const { user } = visit(<RulesForm now={now} />);
  slide(7);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Sem conexão.')).toBeVisible();
  now.points.post = 7; // the server has stored it
  slide(9);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saveRules).toHaveBeenCalledTimes(2));
  expect(saveRules.mock.lastCall?.[0]).toMatchObject({ points: { post: 9 } });
});
