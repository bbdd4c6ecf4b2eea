import { screen, within } from '@testing-library/react';
import { members, type Member } from '@vitrine/contract/members';
import { products } from '@vitrine/contract/products';
import { expect, test, vi } from 'vitest';
import { serve, settle, visit } from '../../test/school.tsx';
import MembersPage from './members-page.tsx';

const rendered = vi.hoisted(() => [] as string[]);
vi.mock('../../ui/avatar.tsx', () => ({
  Avatar({ name }: { name: string }) {
    rendered.push(name);
    return null;
  },
}));

const member = (id: number): Member => ({
  id,
  user_id: id,
  name: `Pessoa ${id}`,
  email: `pessoa${id}@example.com`,
  photo_url: null,
  roles: ['student'],
  product_ids: [],
  rewarded_products: [],
  created_at: '2026-01-01T12:00:00Z',
  last_seen_at: null,
  email_error: null,
});

test('a dialog renders no row of the list behind it, however long that is', async () => {
  const data = [1, 2, 3].map(member);
  serve(
    [products.list, () => []],
    [members.list, () => ({ data, current_page: 1, next_page_url: null })],
  );
  const { user } = visit(<MembersPage />, { at: '/gestao/alunos', path: '/gestao/alunos' });
  await screen.findByText('Pessoa 3');
  await settle();
  rendered.length = 0;
  await user.click(screen.getByRole('button', { name: 'Adicionar pessoa' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getAllByRole('textbox')[0]!, 'Rosa');
  expect(rendered).toEqual([]);
});
