import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { visit } from '../../test/school.tsx';
import { useDefaultTitle, usePageTitle } from './page-title.ts';

function Frame({ shown }: { shown?: string }) {
  useDefaultTitle();
  return (
    <>
      <Link to="/courses/3">Outro curso</Link>
      {shown && <Thing title={shown} />}
    </>
  );
}

function Thing({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

test.each([
  ['/homepage', undefined, 'Contraluz'],
  ['/gestao/cursos', undefined, 'Cursos · Contraluz'],
  ['/courses/2', undefined, 'Curso · Contraluz'],
  ['/courses/2', 'Luz', 'Luz · Contraluz'],
])('the tab of %s, which shows %s, says %s', (path, shown, title) => {
  visit(<Frame {...(shown && { shown })} />, { at: path });
  expect(document.title).toBe(title);
});

test('leaving a page removes the name of its thing from the title', async () => {
  const { user } = visit(<Frame />, { at: '/courses/2' });
  document.title = 'Luz · Contraluz';
  await user.click(screen.getByRole('link', { name: 'Outro curso' }));
  expect(document.title).toBe('Curso · Contraluz');
});
