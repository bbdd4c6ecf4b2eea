import { screen } from '@testing-library/react';
import { people, type PersonCard } from '@vitrine/contract/people';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import PersonPage from './person-page.tsx';

const person: PersonCard = {
  id: 9,
  name: 'João Brandão',
  photo_url: null,
  bio: 'Luz de janela.',
  role: null,
  since: '2026-03-03T12:00:00Z',
  level: { id: 1, name: 'Olhar treinado', color: '#ffb238', url_img: null, needed_score: 20 },
  score: 2440,
  points_name: 'XP',
  hidden: 0,
};
function open(overrides: Partial<PersonCard> = {}, { id = 9 } = {}) {
  serve([people.show, () => ({ data: { ...person, id, ...overrides } })]);
  return visit(<PersonPage />, { at: `/pessoas/${id}`, path: '/pessoas/:id', roles: ['student'] });
}

test('shows the card of a member', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'João Brandão' })).toBeVisible();
  expect(screen.getByText('Luz de janela.')).toBeVisible();
  expect(screen.getByText('Olhar treinado')).toBeVisible();
  expect(screen.getByText('2.440 XP')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Editar perfil' })).not.toBeInTheDocument();
});

test('without points there is no empty line, and staff have a label', async () => {
  open({ level: null, score: null, role: 'instructor' });
  expect(await screen.findByText('Professor(a)')).toBeVisible();
  expect(screen.queryByText('Pontos')).not.toBeInTheDocument();
});

test('tells the member that others do not see their card', async () => {
  open({ hidden: 1 }, { id: 7 });
  expect(await screen.findByText('Só você e a equipe veem este perfil.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Editar perfil' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  );
});

test('an unknown member is not found', async () => {
  serve([people.show, () => refusing(404, 'Não encontrado')]);
  visit(<PersonPage />, { at: '/pessoas/9', path: '/pessoas/:id', roles: ['student'] });
  expect(await screen.findByRole('heading', { name: 'Perfil não encontrado' })).toBeVisible();
});
