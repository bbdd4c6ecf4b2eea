import { act, screen, waitFor, within } from '@testing-library/react';
import { reminders, type Reminder } from '@vitrine/contract/reminders';
import { expect, test } from 'vitest';
import { startLocale } from '../../platform/locale.tsx';
import { refusing, serve, visit } from '../../test/school.tsx';
import RemindersPage from './reminders-page.tsx';

const reminder = (id: number, title: string, overrides: Partial<Reminder> = {}): Reminder => ({
  id,
  title,
  weekdays: [1, 3],
  time: '08:30',
  time_zone: 'America/Sao_Paulo',
  course_id: null,
  enabled: 1,
  next_at: '2026-11-23T11:30:00Z',
  ...overrides,
});

function open(list: Reminder[], ...calls: Parameters<typeof serve>) {
  const sent = serve(...calls, [reminders.list, () => list]);
  return { sent, ...visit(<RemindersPage />, { at: '/lembretes', roles: ['student'] }) };
}

test('an empty list leads to the first reminder', async () => {
  const list: Reminder[] = [];
  const { user, sent } = open(list, [
    reminders.create,
    ({ body }) => {
      list.push(reminder(1, 'Luz natural', body));
      return { data: list[0] };
    },
  ]);
  expect(await screen.findByText('Nenhum lembrete ainda')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Novo lembrete' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Luz natural');
  await user.click(screen.getByRole('button', { name: 'sexta-feira' }));
  await user.click(screen.getByRole('button', { name: 'domingo' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('domingo', { exact: false, selector: 'p' })).toBeInTheDocument();
  expect(sent.find(({ name }) => name === 'reminders.create')?.body).toEqual({
    title: 'Luz natural',
    weekdays: [0, 1, 2, 3, 4],
    time: '19:00',
    time_zone: 'America/Sao_Paulo',
  });
});

test('the name of a time zone begins with a capital in Spanish too', async () => {
  await act(() => startLocale('es'));
  const { user } = open([reminder(1, 'Luz')]);
  await user.click(await screen.findByRole('button', { name: 'Editar: Luz' }));
  expect(await screen.findByText('Hora estándar de Brasilia')).toBeVisible();
  await act(() => startLocale('pt'));
});

test('a reminder without a day shows an error, and is not sent', async () => {
  const { user, sent } = open([reminder(1, 'Luz', { weekdays: [1] })]);
  await user.click(await screen.findByRole('button', { name: 'Editar: Luz' }));
  const monday = await screen.findByRole('button', { name: 'segunda-feira' });
  // A label would hide the short name that people see and say.
  expect(monday).not.toHaveAttribute('aria-label');
  expect(monday).toHaveAttribute('aria-pressed', 'true');
  await user.click(monday);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Escolha ao menos um dia.')).toBeVisible();
  await waitFor(() => expect(monday).toHaveFocus());
  expect(screen.getByRole('group', { name: 'Dias da semana' })).toHaveAccessibleDescription(
    'Escolha ao menos um dia.',
  );
  expect(sent.map(({ name }) => name)).not.toContain('reminders.update');
});

test('a change of another device stays when a reminder is saved', async () => {
  const list = [reminder(1, 'Luz')];
  const { user, sent } = open(list, [reminders.update, () => ({ data: list[0] })]);
  await user.click(await screen.findByRole('button', { name: 'Editar: Luz' }));
  list[0] = reminder(1, 'Luz', { time: '21:15' });
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), ' natural');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'reminders.update')?.body).toMatchObject({
      title: 'Luz natural',
      time: '21:15',
    }),
  );
});

test('lists days and time; the switch turns one off, and back where that fails', async () => {
  const { user, sent } = open(
    [reminder(1, 'Luz'), reminder(2, 'Sombra', { weekdays: [0, 1, 2, 3, 4, 5, 6] })],
    [reminders.update, () => refusing(500, 'Algo deu errado.')],
  );
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('08:30');
  expect(first).toHaveTextContent('segunda-feira e quarta-feira');
  expect(second).toHaveTextContent('Todos os dias');
  await user.click(screen.getByRole('switch', { name: 'Ativar: Luz' }));
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'reminders.update')?.body).toEqual({ enabled: false });
  expect(screen.getByRole('switch', { name: 'Ativar: Luz' })).toBeChecked();
});

test('a reminder is removed after a confirmation', async () => {
  const list = [reminder(1, 'Luz')];
  const { user } = open(list, [reminders.remove, () => void list.pop()]);
  await user.click(await screen.findByRole('button', { name: 'Remover: Luz' }));
  const dialog = await screen.findByRole('dialog');
  expect(list).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.getByText('Nenhum lembrete ainda')).toBeInTheDocument());
});
