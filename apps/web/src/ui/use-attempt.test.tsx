import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useAttempt } from './use-attempt.ts';

function Field({ send }: { send: () => unknown }) {
  const attempt = useAttempt(send);
  return (
    <input
      aria-label="Comentário"
      aria-busy={attempt.busy}
      onKeyDown={({ key }) => key === 'Enter' && void attempt.run()}
    />
  );
}

test('a comment that is being sent is not sent again by a second Enter', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = vi.fn<() => unknown>(() => promise);
  render(<Field send={send} />);
  const field = screen.getByLabelText('Comentário');
  await userEvent.type(field, '{Enter}{Enter}');
  expect(send).toHaveBeenCalledOnce();

  resolve();
  await expect.poll(() => field.getAttribute('aria-busy')).toBe('false');
  await userEvent.type(field, '{Enter}');
  expect(send).toHaveBeenCalledTimes(2);
});
