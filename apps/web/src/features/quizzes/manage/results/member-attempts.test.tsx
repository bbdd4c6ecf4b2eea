import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { quiz } from '../../../../test/quizzes.ts';
import { serve, visit } from '../../../../test/school.tsx';
import { MemberAttempts } from './member-attempts.tsx';

test('an open attempt of a student is closed only after a question', async () => {
  const open = {
    id: 31,
    started_at: '2026-11-22T10:00:00.000Z',
    finished_at: null,
    deadline: null,
    score: null,
    passed: null,
    profile: null,
  };
  const sent = serve(
    [quizzes.memberAttempts, () => ({ data: [open], attempts_left: 0 })],
    [quizzes.closeAttempt, () => ({ data: open })],
  );
  const closed = () => sent.filter(({ name }) => name === 'quizzes.closeAttempt').length;
  const { user } = visit(
    <MemberAttempts
      quiz={quiz()}
      titles={new Map()}
      student={{ member: { id: 7, name: 'Íris Gonçalves' } }}
      onClose={() => {}}
    />,
    { roles: ['owner'] },
  );
  const attempts = within(await screen.findByRole('dialog', { name: 'Íris Gonçalves' }));
  await user.click(await attempts.findByRole('button', { name: 'Encerrar' }));
  const title = 'Encerrar a tentativa de Íris Gonçalves';
  const question = within(await screen.findByRole('dialog', { name: title }));
  expect(closed()).toBe(0);
  await user.click(question.getByRole('button', { name: 'Encerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  expect(closed()).toBe(1);
});

test('an attempt is granted once: the button then tells so, also where a colleague granted it', async () => {
  let left = 0;
  const sent = serve(
    [quizzes.memberAttempts, () => ({ data: [], attempts_left: left })],
    [quizzes.grantAttempt, () => ({ data: { attempts_left: (left = 1) } })],
  );
  const show = () =>
    visit(
      <MemberAttempts
        quiz={quiz({ repeat: 0 })}
        titles={new Map()}
        student={{ member: { id: 7, name: 'Íris Gonçalves' } }}
        onClose={() => {}}
      />,
      { roles: ['owner'] },
    );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Liberar mais uma tentativa' }));
  const granted = await screen.findByRole('button', { name: 'Tentativa liberada' });
  await user.click(granted);
  expect(granted).toHaveAttribute('aria-disabled', 'true');
  expect(granted).toHaveFocus();
  expect(sent.filter(({ name }) => name === 'quizzes.grantAttempt')).toHaveLength(1);
  cleanup();
  show();
  expect(await screen.findByRole('button', { name: 'Tentativa liberada' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
