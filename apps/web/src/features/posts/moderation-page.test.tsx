import { screen, waitFor, within } from '@testing-library/react';
import { limits, posts, type Report } from '@vitrine/contract/posts';
import { expect, test, vi } from 'vitest';
import { post } from '../../test/community.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import ModerationPage from './moderation-page.tsx';

const report = (more: Partial<Report> = {}): Report => ({
  id: 3,
  community_id: 5,
  post_id: 7,
  comment_id: null,
  reason: 'Venda',
  count: 2,
  reporters: [
    {
      id: 9,
      name: 'Kauê Dias',
      photo_url: null,
      reason: 'Venda',
      created_at: new Date().toISOString(),
    },
  ],
  created_at: new Date().toISOString(),
  answer: null,
  thing: {
    ...post(7, 'Vendo presets'),
    title: '',
    channel: { id: 1, title: 'Avisos' },
    removed: false,
  },
  history: null,
  ...more,
});

function open(reports: Report[], ...answers: Parameters<typeof serve>) {
  let left = reports;
  const done = () => {
    left = [];
  };
  const sent = serve(
    ...answers,
    [posts.allReports, () => ({ data: left, next_cursor: null, open: left.length })],
    [posts.silences, () => ({ data: [], next_cursor: null, total: 0 })],
    [posts.keep, done],
    [posts.silence, () => ({ data: { member_id: 8, until: null, reason: 'Venda' } })],
    [
      posts.removeAsStaff,
      () => {
        done();
        return { data: post(7, 'Vendo presets') };
      },
    ],
    [posts.removeComment, done],
  );
  return { sent, ...visit(<ModerationPage />, { at: '/gestao/moderacao', roles: ['moderator'] }) };
}
const bodies = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body);

test('shows the reported text and who reported it, and keeps it by one press', async () => {
  const { sent, user } = open([report()]);
  const shown = await screen.findByRole('region', { name: 'Denúncia' });
  expect(within(shown).getByText('Vendo presets')).toBeVisible();
  expect(within(shown).getByText('Kauê Dias')).toBeVisible();
  await user.keyboard('1');
  await user.click(screen.getByRole('button', { name: 'Manter' }));
  expect(await screen.findByText('Nada espera por você')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText('Nada espera por você').closest('[tabindex]')).toHaveFocus(),
  );
  expect(bodies(sent, 'posts.keep')).toHaveLength(1);
  expect(bodies(sent, 'posts.removeAsStaff')).toEqual([]);
});

test('the list tells title and text of a post apart', async () => {
  const reported = report();
  open([{ ...reported, thing: { ...reported.thing, title: 'Todo mundo verde' } }]);
  expect(await screen.findByText('Todo mundo verde · Vendo presets')).toBeVisible();
});

test('the keys work after an answer was clicked', async () => {
  const { user } = open([report()]);
  await user.click(await screen.findByRole('radio', { name: /silenciar/ }));
  await user.keyboard('1');
  expect(screen.getByRole('radio', { name: /Manter/ })).toBeChecked();
});

test('empty lists have no counts', async () => {
  const member = { member_since: new Date().toISOString(), silenced: false, silenced_until: null };
  open([report({ history: { ...member, posts: 2, removed: 0 } })]);
  const shown = await screen.findByRole('region', { name: 'Denúncia' });
  expect(shown).toHaveTextContent('2 publicações aqui, nenhuma removida.');
  expect(shown).toHaveTextContent('Sai a publicação. Volta em até 30 dias.');
});

test('removes and silences for a time, with the text that the author gets', async () => {
  const { sent, user } = open([report()]);
  await screen.findByRole('region', { name: 'Denúncia' });
  await user.keyboard('3');
  await user.click(screen.getByRole('radio', { name: '30 dias' }));
  const words = screen.getByRole('textbox', { name: 'O que a pessoa vai ler' });
  expect(words).toHaveValue('Removido pela equipe.'); // and not what a member reported
  await user.clear(words);
  expect(screen.getByRole('button', { name: 'Remover e silenciar por 30 dias' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.type(words, 'Aqui não se vende.');
  await user.click(screen.getByRole('button', { name: 'Remover e silenciar por 30 dias' }));
  await waitFor(() =>
    expect(bodies(sent, 'posts.removeAsStaff')).toEqual([{ reason: 'Aqui não se vende.' }]),
  );
  // The server counts them: the clock of this device may be wrong.
  expect(bodies(sent, 'posts.silence')).toEqual([{ days: 30, reason: 'Aqui não se vende.' }]);
});

const three = () => [
  report({ id: 5, thing: { ...report().thing, content: 'Primeira' } }),
  report({ id: 4, thing: { ...report().thing, content: 'Segunda' } }),
  report({ id: 3, thing: { ...report().thing, content: 'Terceira' } }),
];

test('a new report does not replace the open one', async () => {
  const reports = three();
  const { user } = open(
    [],
    [posts.allReports, () => ({ data: reports, next_cursor: null, open: reports.length })],
    [
      posts.silence,
      () => {
        reports.unshift(report({ id: 6, thing: { ...report().thing, content: 'Nova' } }));
        return { data: { member_id: 8, until: null, reason: 'Venda' } };
      },
    ],
    [posts.removeAsStaff, () => refusing(503, 'Ocupado')],
  );
  const shown = await screen.findByRole('region', { name: 'Denúncia' });
  await user.keyboard('3');
  const words = screen.getByRole('textbox', { name: 'O que a pessoa vai ler' });
  await user.type(words, ' aqui não');
  await user.click(screen.getByRole('button', { name: 'Remover e silenciar por 7 dias' }));
  expect(await screen.findByText('Nova')).toBeVisible();
  expect(await screen.findByText('Ocupado')).toBeVisible();
  expect(within(shown).getByText('Primeira')).toBeVisible();
  expect(words).toHaveValue('Removido pela equipe. aqui não');
});

test('after an answer, the next report opens and has the focus', async () => {
  const reports = three();
  const { user } = open(
    [],
    [posts.allReports, () => ({ data: reports, next_cursor: null, open: reports.length })],
    [posts.keep, () => void reports.splice(1, 1)],
  );
  const shown = () => screen.getByRole('region', { name: 'Denúncia' });
  await user.click(await screen.findByRole('button', { name: /Segunda/ }));
  expect(within(shown()).getByText('Segunda')).toBeVisible();
  await user.keyboard('1');
  await user.click(screen.getByRole('button', { name: 'Manter' }));
  await waitFor(() => expect(within(shown()).getByText('Terceira')).toBeVisible());
  expect(shown()).toHaveFocus();
});

test('the address keeps the view and the open report', async () => {
  const { user, history } = open(three());
  await user.click(await screen.findByRole('button', { name: /Segunda/ }));
  expect(history.location.search).toBe('?denuncia=4');
  await user.click(screen.getByRole('button', { name: 'Pular' }));
  expect(history.location.search).toBe('?denuncia=3');
  await user.click(screen.getByRole('radio', { name: 'Respondidas' }));
  expect(history.location.search).toBe('?aba=respondidas');
});

test('a report that the address names opens', async () => {
  serve(
    [posts.allReports, () => ({ data: three(), next_cursor: null, open: 3 })],
    [posts.silences, () => ({ data: [], next_cursor: null, total: 0 })],
  );
  visit(<ModerationPage />, { at: '/gestao/moderacao?denuncia=4', roles: ['moderator'] });
  const shown = await screen.findByRole('region', { name: 'Denúncia' });
  expect(within(shown).getByText('Segunda')).toBeVisible();
});

test('a report can be skipped, and after the last one comes the first', async () => {
  const { user } = open(three());
  const shown = () => screen.getByRole('region', { name: 'Denúncia' });
  await user.click(await screen.findByRole('button', { name: /Segunda/ }));
  await user.click(screen.getByRole('button', { name: 'Pular' }));
  expect(within(shown()).getByText('Terceira')).toBeVisible();
  expect(shown()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Pular' }));
  expect(within(shown()).getByText('Primeira')).toBeVisible();
});

test('a single report cannot be skipped', async () => {
  open([report()]);
  await screen.findByRole('region', { name: 'Denúncia' });
  expect(screen.queryByRole('button', { name: 'Pular' })).toBeNull();
});

test('a text that was removed after a report can be restored there', async () => {
  const answered = report({ answer: 'removed', thing: { ...report().thing, removed: true } });
  let reports = [answered];
  const { sent, user } = open(
    [],
    [
      posts.allReports,
      ({ query }) => ({
        data: query.get('state') === 'answered' ? reports : [],
        next_cursor: null,
        open: 0,
      }),
    ],
    [
      posts.restore,
      () => {
        reports = [report({ answer: 'kept' })];
        return { data: post(7, 'Vendo presets') };
      },
    ],
  );
  await user.click(await screen.findByRole('radio', { name: 'Respondidas' }));
  await user.click(await screen.findByRole('button', { name: 'Trazer de volta' }));
  expect(await screen.findByText('A equipe manteve no ar.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Trazer de volta' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Denúncia' })).toHaveFocus());
  expect(sent.filter(({ name }) => name === 'posts.restore')).toHaveLength(1);
});

test('a report that opens below the list is scrolled into view', async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function seen(this: Element) {
    scrolled.push(this.getAttribute('aria-label') ?? '');
  };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    top: innerHeight,
  } as DOMRect);
  const { user } = open(three());
  await screen.findByRole('region', { name: 'Denúncia' });
  expect(scrolled).toEqual([]);
  await user.click(await screen.findByRole('button', { name: /Primeira/ }));
  expect(scrolled).toEqual(['Denúncia']);
});

test('after an answer the next report is read from its beginning', async () => {
  const scrolled: (string | null)[] = [];
  Element.prototype.scrollIntoView = function seen(this: Element) {
    scrolled.push(this.textContent);
  };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: -489 } as DOMRect);
  const reports = three();
  const { user } = open(
    [],
    [posts.allReports, () => ({ data: reports, next_cursor: null, open: reports.length })],
    [posts.keep, () => void reports.shift()],
  );
  await user.click(await screen.findByRole('radio', { name: /Manter/ }));
  await user.click(screen.getByRole('button', { name: 'Manter' }));
  await waitFor(() => expect(scrolled).toEqual([expect.stringContaining('Segunda')]));
});

test('a comment is removed alone, and staff cannot be silenced', async () => {
  const author = { id: 8, name: 'Ana', photo_url: null, staff: true, role: 'instructor' as const };
  const thing = { ...report().thing, author };
  const { sent, user } = open([report({ comment_id: 11, thing })]);
  await screen.findByRole('region', { name: 'Denúncia' });
  expect(screen.queryByRole('radio', { name: /silenciar/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(bodies(sent, 'posts.removeComment')).toHaveLength(1));
  expect(bodies(sent, 'posts.removeAsStaff')).toEqual([]);
});

test('a silence can be ended', async () => {
  const silence = {
    id: '5-8',
    member_id: 8,
    until: null,
    reason: 'Venda',
    community_id: 5,
    community: 'Clube',
    name: 'Rosa Lemos',
    photo_url: null,
    created_at: new Date().toISOString(),
  };
  let silences = [silence];
  const { sent, user } = open(
    [],
    [posts.silences, () => ({ data: silences, next_cursor: null, total: silences.length })],
    [
      posts.unsilence,
      () => {
        silences = [];
      },
    ],
  );
  await user.click(await screen.findByRole('radio', { name: /^Silenciados\s1$/ }));
  expect(await screen.findByText(/Clube, sem prazo\. Venda/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Deixar escrever: Rosa Lemos' }));
  expect(await screen.findByText('Ninguém está silenciado')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText('Ninguém está silenciado').closest('[tabindex]')).toHaveFocus(),
  );
  expect(bodies(sent, 'posts.unsilence')).toHaveLength(1);
});

test('silenced members beyond the first page load too', async () => {
  const silenced = (from: number) =>
    Array.from({ length: 20 }, (_, at) => ({
      id: `5-${from + at}`,
      member_id: from + at,
      until: null,
      reason: '',
      community_id: 5,
      community: 'Clube',
      name: `Pessoa ${from + at}`,
      photo_url: null,
      created_at: new Date().toISOString(),
    }));
  const { user } = open(
    [],
    [
      posts.silences,
      ({ query }) =>
        query.get('cursor') === '9-5-20'
          ? { data: silenced(21), next_cursor: null, total: 40 }
          : { data: silenced(1), next_cursor: '9-5-20', total: 40 },
    ],
  );
  await user.click(await screen.findByRole('radio', { name: /^Silenciados\s40$/ }));
  await user.click(await screen.findByRole('button', { name: 'Carregar mais' }));
  expect(await screen.findByText('Pessoa 40')).toBeVisible();
  expect(screen.getByText('Pessoa 1')).toBeVisible();
});

test('an answer of a colleague is not shown as the viewer’s own', async () => {
  const { user } = open([report({ answer: 'kept' })]);
  await user.click(await screen.findByRole('radio', { name: 'Respondidas' }));
  expect(await screen.findByText('A equipe manteve no ar.')).toBeVisible();
});

test('a text that was removed without a report can be restored', async () => {
  const removed = { at: new Date().toISOString(), reason: 'Venda' };
  let left = [post(7, '<p>Vendo presets</p>', { removed })];
  let refuses = true;
  const { sent, user } = open(
    [],
    [posts.removed, () => ({ data: left, next_cursor: null })],
    [
      posts.restore,
      () => {
        if (refuses) return refusing(503, 'Ocupado');
        left = [];
        return { data: post(7, 'Vendo presets') };
      },
    ],
  );
  await user.click(await screen.findByRole('radio', { name: 'Removidas' }));
  expect(await screen.findByRole('link', { name: 'Vendo presets' })).toHaveAttribute(
    'href',
    '/comunidade/post/7/1/5',
  );
  expect(screen.getByText(/Motivo: Venda/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Trazer de volta' }));
  expect(await screen.findByText('Ocupado')).toBeVisible();
  refuses = false;
  await user.click(screen.getByRole('button', { name: 'Trazer de volta' }));
  expect(await screen.findByText('Nenhuma publicação removida')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText('Nenhuma publicação removida').closest('[tabindex]')).toHaveFocus(),
  );
  expect(bodies(sent, 'posts.restore')).toHaveLength(2);
});

test('digits in the text for the author are text, and shortcuts of the browser answer nothing', async () => {
  const { user } = open([report()]);
  await screen.findByRole('region', { name: 'Denúncia' });
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), ' 1 vez');
  expect(screen.getByRole('radio', { name: /^Remover.*Sai a publicação/ })).toBeChecked();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Control>}1{/Control}{Alt>}1{/Alt}');
  expect(screen.getByRole('radio', { name: /Manter/ })).not.toBeChecked();
  await user.keyboard('1');
  expect(screen.getByRole('radio', { name: /Manter/ })).toBeChecked();
});

test('a text for the author that is too long is not sent', async () => {
  const { sent, user } = open([report()]);
  await screen.findByRole('region', { name: 'Denúncia' });
  const words = screen.getByRole('textbox', { name: 'O que a pessoa vai ler' });
  await user.clear(words);
  await user.click(words);
  await user.paste('a'.repeat(limits.reason + 1));
  const button = screen.getByRole('button', { name: 'Remover' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(bodies(sent, 'posts.removeAsStaff')).toEqual([]);
  await user.type(words, '{Backspace}');
  await user.click(button);
  await waitFor(() => expect(bodies(sent, 'posts.removeAsStaff')).toHaveLength(1));
});

test('a removed post comes back from the toast', async () => {
  const { sent, user } = open(
    [report()],
    [posts.restore, () => ({ data: post(7, 'Vendo presets') })],
  );
  await screen.findByRole('region', { name: 'Denúncia' });
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  // Toasts of the tests before may still be visible.
  for (const told of await screen.findAllByText('Publicação removida'))
    await user.click(within(told.closest('li')!).getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(bodies(sent, 'posts.restore').length).toBeGreaterThan(0));
});

test.each([
  [1, 1, 'Fecha 1 denúncia.', 'Sai a publicação com 1 comentário.'],
  [3, 12, 'Fecha 3 denúncias.', 'Sai a publicação com 12 comentários.'],
])('%i reports and %i comments are counted in words', async (count, comments, closes, goes) => {
  open([report({ count, thing: { ...report().thing, comments } })]);
  const shown = await screen.findByRole('region', { name: 'Denúncia' });
  expect(shown).toHaveTextContent(closes);
  expect(shown).toHaveTextContent(goes);
});

test('the reason why an answer failed goes with another answer', async () => {
  const { user } = open([report()], [posts.removeAsStaff, () => refusing(503, 'Ocupado')]);
  const shown = await screen.findByRole('region', { name: 'Denúncia' });
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  expect(await within(shown).findByRole('alert')).toHaveTextContent('Ocupado');
  await user.click(screen.getByRole('radio', { name: /Manter/ }));
  expect(within(shown).queryByRole('alert')).toBeNull();
});

test('a report tells what its author did before, and that they are silenced', async () => {
  const since = new Date().toISOString();
  const history = {
    member_since: since,
    posts: 9,
    removed: 2,
    silenced: true,
    silenced_until: since,
  };
  open([report({ history })]);
  expect(await screen.findByRole('region', { name: 'Denúncia' })).toHaveTextContent(
    '9 publicações aqui, 2 removidas. Silenciado agora.',
  );
});

test('a reported comment is opened in its place, and does not come back after its removal', async () => {
  const thing = { ...report().thing, content: '', removed: true };
  const { user } = open(
    [],
    [
      posts.allReports,
      ({ query }) => ({
        data:
          query.get('state') === 'answered'
            ? [report({ comment_id: 11, answer: 'removed', thing })]
            : [],
        next_cursor: null,
        open: 0,
      }),
    ],
  );
  await user.click(await screen.findByRole('radio', { name: 'Respondidas' }));
  expect(await screen.findByRole('link', { name: 'Ver em contexto' })).toHaveAttribute(
    'href',
    '/comunidade/post/7/1/5?comentario=11',
  );
  expect(screen.getByText('Removida pela equipe.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Trazer de volta' })).toBeNull();
});
