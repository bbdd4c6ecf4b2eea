import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { comments, type Comment } from '@vitrine/contract/comments';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WAITING_COMMENTS, writeLocal } from '../../platform/local-store.ts';
import { comment, me, openComments } from '../../test/lesson-comments.tsx';
import { refusing } from '../../test/school.tsx';
import { sendWaitingComments } from './comment-queue.ts';

const onLine = vi.spyOn(navigator, 'onLine', 'get');
beforeEach(() => localStorage.clear());

describe('a comment without a connection', () => {
  beforeEach(() => void onLine.mockReturnValue(false));
  const field = () => screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const triesIn = (sent: { name: string }[]) =>
    sent.filter(({ name }) => name === 'comments.create').length;

  test('waits with the reason when it is refused later, until its author decides', async () => {
    let answer: () => unknown = lost;
    const { user, sent } = openComments([], {}, [comments.create, () => answer()]);
    await user.type(await field(), 'Que lente?');
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByText('Aguardando conexão para enviar')).toBeVisible();
    answer = () => refusing(403, 'Os comentários estão fechados.');
    await act(() => sendWaitingComments());
    expect(await screen.findByText('Os comentários estão fechados.')).toBeVisible();
    expect(screen.getByText('Que lente?')).toBeVisible();
    // It is not tried again by itself.
    const tries = () => triesIn(sent);
    const before = tries();
    await act(() => sendWaitingComments());
    expect(tries()).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByText('Que lente?')).not.toBeInTheDocument();
  });

  test('waits behind one that a busy server did not take, and shows once it was taken', async () => {
    const shown: Comment[] = [];
    let answer: (body: { content: string }) => unknown = lost;
    const { user, sent } = openComments(shown, {}, [comments.create, ({ body }) => answer(body)]);
    for (const text of ['Que lente?', 'E que luz?']) {
      await user.type(await field(), text);
      await user.click(screen.getByRole('button', { name: 'Comentar' }));
      expect(await screen.findByText(text)).toBeVisible();
    }
    const before = triesIn(sent);
    answer = () => refusing(429, 'Muitos pedidos.');
    await act(() => sendWaitingComments());
    expect(triesIn(sent)).toBe(before + 1);
    expect(screen.getAllByText('Aguardando conexão para enviar')).toHaveLength(2);
    answer = ({ content }) => {
      shown.unshift(comment(shown.length + 1, content, { author: me }));
      return { data: shown[0] };
    };
    await act(() => sendWaitingComments());
    await waitFor(() =>
      expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('E que luz?'),
        expect.stringContaining('Que lente?'),
      ]),
    );
    expect(screen.queryByText('Aguardando conexão para enviar')).toBeNull();
  });

  test('stays in its field beside fifty that wait, and where staff look as a student', async () => {
    const { user, leave } = openComments([], {}, [comments.create, lost]);
    const body = { content: 'Que lente?', parent_id: null, seconds: null };
    const at = { writtenAt: '2026-01-02T12:00:00Z', triedAt: null, refused: null };
    writeLocal(
      WAITING_COMMENTS,
      Array.from({ length: 50 }, (_, key) => ({ lessonId: 9, body, key: `${key}`, ...at })),
    );
    await user.type(await field(), 'E que luz?');
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sem conexão.');
    expect(await field()).toHaveValue('E que luz?');
    leave();
    localStorage.clear();
    const staff = openComments([], { role: 'moderator', as: { view: [] } }, [
      comments.create,
      lost,
    ]);
    await staff.user.type(await field(), 'E que luz?');
    await staff.user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sem conexão.');
    expect(await field()).toHaveValue('E que luz?');
  });

  test('is not sent once its author has discarded it, also while an earlier one is sent', async () => {
    let answer: () => unknown = lost;
    const { user, sent } = openComments([], {}, [comments.create, () => answer()]);
    for (const text of ['Que lente?', 'E que luz?']) {
      await user.type(await field(), text);
      await user.click(screen.getByRole('button', { name: 'Comentar' }));
      expect(await screen.findByText(text)).toBeVisible();
    }
    const first = Promise.withResolvers<void>();
    answer = () => first.promise.then(() => refusing(403, 'Os comentários estão fechados.'));
    const tries = () => triesIn(sent);
    const before = tries();
    const sending = sendWaitingComments();
    await waitFor(() => expect(tries()).toBe(before + 1));
    for (const text of ['E que luz?', 'Que lente?']) {
      const item = screen.getByText(text).closest('li')!;
      await user.click(within(item).getByRole('button', { name: 'Descartar' }));
    }
    first.resolve();
    await act(() => sending);
    expect(tries()).toBe(before + 1);
    expect(screen.queryByText('Os comentários estão fechados.')).toBeNull();
  });

  test('is sent again after a moment where only its request was lost', async () => {
    onLine.mockReturnValue(true);
    const shown: Comment[] = [];
    let answer: () => unknown = lost;
    const { user } = openComments(shown, {}, [comments.create, () => answer()]);
    await user.type(await field(), 'Que lente?');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(screen.getByRole('button', { name: 'Comentar' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('Aguardando conexão para enviar')).toBeVisible();
    answer = () => ({ data: (shown[0] = comment(1, 'Que lente?', { author: me })) });
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('Aguardando conexão para enviar')).toBeNull();
    expect(screen.getByRole('article')).toHaveTextContent('Que lente?');
  });

  test('and may have arrived days ago is sent again only by its author', async () => {
    onLine.mockReturnValue(true);
    const { user, sent } = openComments([], {}, [comments.create, lost]);
    await user.type(await field(), 'Que lente?');
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByText('Aguardando conexão para enviar')).toBeVisible();
    const tries = () => triesIn(sent);
    const before = tries();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 6 * 86_400_000 + 60_000);
    await act(() => sendWaitingComments());
    expect(await screen.findByText(/pode já ter sido enviado/)).toBeVisible();
    expect(tries()).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(tries()).toBe(before + 1));
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
  });
});
