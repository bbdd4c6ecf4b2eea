import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Form, LinkForm, press, save, size, slide } from '../../test/draft-form.tsx';
import { settle, visit } from '../../test/school.tsx';
import { useDraft } from './draft.ts';

beforeEach(() => {
  localStorage.clear();
  save.mockClear();
});

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
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { user } = visit(<Form />);
  const title = screen.getByRole('textbox');
  await user.type(title, ' nova');
  await user.keyboard('{Control>}z{/Control}');
  expect(title).toHaveValue('Loja nova');
  const undo = () => user.click(screen.getByRole('button', { name: 'Desfazer' }));
  await undo();
  expect(title).toHaveValue('Loja');
  await user.type(title, ' nova');
  // After a pause another step begins.
  vi.setSystemTime(Date.now() + 1_000);
  await user.type(title, ' e velha');
  await undo();
  expect(title).toHaveValue('Loja nova');
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

test('Ctrl+S saves only if something has changed', async () => {
  visit(<Form />);
  press('s');
  await settle();
  expect(save).not.toHaveBeenCalled();
  slide(3);
  press('s');
  press('s');
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith(
      { title: 'Loja', size: 3, password: '' },
      { changes: { size: 3 } },
    ),
  );
  expect(save).toHaveBeenCalledOnce();
});

test('Ctrl with Alt or Shift saves nothing, as it types letters; Ctrl+Y redoes a step', async () => {
  visit(<Form />);
  slide(3);
  press('s', { altKey: true });
  press('S', { shiftKey: true });
  await settle();
  expect(save).not.toHaveBeenCalled();
  press('z', { altKey: true });
  expect(size()).toHaveValue('3');
  press('z');
  expect(size()).toHaveValue('0');
  press('y');
  expect(size()).toHaveValue('3');
});

test('a field that is empty again counts as unchanged', async () => {
  const { user } = visit(<LinkForm />);
  await user.type(screen.getByRole('textbox'), 'a');
  expect(screen.getByText('Alterações não salvas')).toBeVisible();
  await user.clear(screen.getByRole('textbox'));
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
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
