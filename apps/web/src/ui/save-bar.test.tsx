import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SaveBar } from './save-bar.tsx';

const nothing = () => undefined;

test('is hidden while nothing has changed', () => {
  const { container } = render(<SaveBar dirty={false} onSave={nothing} onDiscard={nothing} />);
  expect(container.textContent).toBe('');
});

test('shows unsaved changes, saves and discards', async () => {
  const save = vi.fn<() => void>();
  const discard = vi.fn<() => void>();
  render(<SaveBar dirty onSave={save} onDiscard={discard} />);
  expect(screen.getByText('Alterações não salvas')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(save).toHaveBeenCalledOnce();
  expect(discard).toHaveBeenCalledOnce();
});

test('cannot save twice at a time', async () => {
  const save = vi.fn<() => void>();
  render(<SaveBar dirty saving onSave={save} onDiscard={nothing} />);
  const button = screen.getByRole('button', { name: 'Salvando' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.dblClick(button);
  expect(save).not.toHaveBeenCalled();
});

// All bytes are sent before the server has stored the file.
test.each([
  [0.62, 62],
  [0.996, 99],
  [1, 99],
])('waits for an upload, and shows its progress of %f', (progress, percent) => {
  render(<SaveBar dirty uploadProgress={progress} onSave={nothing} onDiscard={nothing} />);
  expect(screen.getByText(`Envio em andamento ${percent} %`)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true);
});

test('an upload after a failed save shows its progress: nothing can be saved meanwhile', () => {
  const error = { title: 'Erro ao salvar as alterações' };
  render(
    <SaveBar dirty error={error} uploadProgress={0.62} onSave={nothing} onDiscard={nothing} />,
  );
  expect(screen.getByText('Envio em andamento 62 %')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
});

test('a failed save shows a message beside Descartar', async () => {
  const save = vi.fn<() => void>();
  const discard = vi.fn<() => void>();
  const error = { title: 'Erro ao salvar as alterações', text: 'Tente novamente mais tarde' };
  render(<SaveBar dirty error={error} onSave={save} onDiscard={discard} />);
  expect(screen.getByRole('alert').textContent).toContain('Tente novamente mais tarde');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(save).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(discard).toHaveBeenCalledOnce();
});

test('the pressed button keeps the focus when the save fails', async () => {
  const bar = (failed: boolean, saving: boolean) => (
    <SaveBar
      dirty
      saving={saving}
      error={failed ? { title: 'Erro ao salvar as alterações' } : null}
      onSave={nothing}
      onDiscard={nothing}
    />
  );
  const { rerender } = render(bar(false, false));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  rerender(bar(false, true));
  rerender(bar(true, false));
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toHaveFocus();
});
