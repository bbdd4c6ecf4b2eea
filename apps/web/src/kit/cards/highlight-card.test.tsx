import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '../../test/school.tsx';
import type { Card } from './card.ts';
import { HighlightCard } from './highlight-card.tsx';

const card: Card = {
  kind: 'module',
  id: 4,
  title: 'A espera',
  cover: null,
  seed: 'course-3',
  href: '/modulos/4',
  episodes: '/courses/3',
  locked: false,
  draft: false,
  products: [],
  favorite: false,
  progress: 0,
  courseTitle: 'Retrato de bicho',
  lessons: 7,
  secondsLeft: null,
};

test.each([
  [{ progress: 0 }, 'Começar agora'],
  [{ progress: 40 }, 'Continuar'],
  [{ progress: 100 }, 'Ver de novo'],
  [{ progress: 100, locked: true }, 'Como ter acesso'],
  [{ lessons: 0 }, 'Ver o módulo'],
  [{ kind: 'course', lessons: 0 }, 'Ver o curso'],
  [{ lessons: 0, locked: true }, 'Como ter acesso'],
  [{ kind: 'lesson', lessons: null }, 'Começar agora'],
] satisfies [Partial<Card>, string][])(
  'the button of a large card says what it does: %o, %s',
  (facts, words) => {
    visit(
      <ul>
        <HighlightCard card={{ ...card, ...facts }} shape="fullImage" />
      </ul>,
    );
    expect(screen.getByRole('link', { name: new RegExp(`^${words} ?A espera$`) })).toBeVisible();
  },
);
