import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '../../test/school.tsx';
import type { Card } from './card.ts';
import { ContentCard } from './content-card.tsx';

const card: Card = {
  kind: 'lesson',
  id: 10,
  title: 'Esperar o olhar',
  cover: null,
  seed: 'lesson-10',
  href: '/curso/3/esperar-o-olhar/10',
  episodes: '/courses/3',
  locked: false,
  draft: false,
  products: [],
  favorite: false,
  progress: 50,
  courseTitle: 'Retrato de bicho',
  lessons: null,
  secondsLeft: 60,
};

test.each(['horizontal', 'square', 'circle'] as const)(
  'the time left is never truncated, the course’s name is: %s',
  (shape) => {
    visit(
      <ul>
        <ContentCard card={card} shape={shape} />
      </ul>,
    );
    expect(screen.getByText('Retrato de bicho')).toHaveClass('card-course');
    expect(screen.getByText(/^resta 1 min$/)).toBeVisible();
  },
);

test('the name of a card that was begun says how far in percent', () => {
  visit(
    <ul>
      <ContentCard card={card} shape="horizontal" />
    </ul>,
  );
  expect(screen.getByRole('link')).toHaveAccessibleName(/^50% Esperar o olhar /);
});

test('a locked circle says why, below its name', () => {
  visit(
    <ul>
      <ContentCard card={{ ...card, locked: true, products: ['Plano Luz'] }} shape="circle" />
    </ul>,
  );
  expect(screen.getByText(/Plano Luz/)).toBeVisible();
  expect(screen.queryByText(/resta/)).toBeNull();
});
