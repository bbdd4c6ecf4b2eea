import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a busy button keeps its name and focus and ignores presses', async () => {
  const press = vi.fn<() => void>();
  const { rerender } = render(<Button onClick={press}>Salvar</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  rerender(
    <Button busy onClick={press}>
      Salvar
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Salvar' });
  await userEvent.click(button);
  expect(press).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
});

test('a disabled button with an explanation stays focusable and does nothing', async () => {
  const press = vi.fn<() => void>();
  render(
    <Button aria-disabled onClick={press}>
      Novo link
    </Button>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toBe('Novo link');
  expect(press).not.toHaveBeenCalled();
});
