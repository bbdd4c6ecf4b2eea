import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { DraftBar } from '../kit/forms/draft-bar.tsx';
import { useDraft } from '../kit/forms/draft.ts';
import { RestoreDraft } from '../kit/forms/restore-draft.tsx';
import { UndoButtons } from '../kit/forms/undo-buttons.tsx';

/** The save of the forms below. A test may let it fail. */
export const save = vi.fn<() => Promise<void>>(async () => {});

const saved = { title: 'Loja', size: 0, password: '' };

const secrets = ['password'] as const;

/** A form with a text, a number and a password. */
export function Form() {
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

/** The field of the number. */
export const size = () => screen.getByRole('slider');

/** Moves the number to this value. */
export const slide = (to: number) => fireEvent.change(size(), { target: { value: String(to) } });

/** Presses a key with Ctrl, outside of every field. */
export const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more });

/** A form whose text is null while it is empty. */
export function LinkForm() {
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
