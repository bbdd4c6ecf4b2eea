import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import type { RunningMarquee } from '@vitrine/contract/marquees';
import { expect, test } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
import { LessonMarquee } from './lesson-marquee.tsx';

const over = (marquee: RunningMarquee | null) => {
  const sent = serve([catalog.showLesson, () => ({ data: { id: 6, marquee } })]);
  const { user } = visit(<LessonMarquee id={6} />, { roles: ['student'] });
  return { sent, user };
};

test('each pass greets by another name, and links to the school’s address', async () => {
  over({ text: 'Oi, $nome_aluno!', url: '/homepage', timer: 60, names: ['Bento', 'Rosa'] });
  const link = await screen.findByRole('link', { name: /Bento/ });
  expect(link).not.toHaveAccessibleName(/Rosa/); // read out once, not at every pass
  expect(link).toHaveAttribute('href', '/homepage');
  expect(link).toHaveTextContent('Oi, Bento!Oi, Rosa!');
  expect(link).not.toHaveAttribute('target');
});

test('another site opens in a tab of its own: the lesson goes on', async () => {
  over({ text: 'Oi, $nome_aluno!', url: 'https://loja.example.com/', timer: 60, names: ['Bento'] });
  const link = await screen.findByRole('link', { name: /Bento/ });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noreferrer');
});

test('without a marquee of the student’s products nothing shows', async () => {
  const { sent } = over(null);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('marquee')).not.toBeInTheDocument();
});

test.each([null, '/homepage'])('a button stops it, also for a finger (link: %s)', async (url) => {
  const { user } = over({ text: 'Oi, $nome_aluno!', url, timer: 60, names: ['Bento'] });
  const stop = await screen.findByRole('button', { name: 'Parar de passar sozinho' });
  const frame = stop.closest('.marquee-frame');
  expect(frame).not.toHaveAttribute('data-stopped');
  await user.click(stop);
  expect(frame).toHaveAttribute('data-stopped');
  await user.click(screen.getByRole('button', { name: 'Voltar a passar sozinho' }));
  expect(frame).not.toHaveAttribute('data-stopped');
});
