import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScorePlot } from './score-plot.tsx';

test('the goal splits the plot and the bar that contains it', () => {
  render(<ScorePlot scores={[0, 0, 0, 0, 0, 0, 2, 4, 3, 1]} goal={75} />);
  const mark = document.querySelector<HTMLElement>('[data-goal]')!;
  expect(mark.style.left).toBe('75%');
  const fill = (name: string) =>
    screen.getByText(name).closest('li')!.querySelector<HTMLElement>('[style]')!.style.background;
  expect(fill('De 60 a 69:')).toContain('var(--accent) 100%');
  expect(fill('De 70 a 79:')).toContain('var(--accent) 50%');
  expect(fill('De 80 a 89:')).toContain('var(--accent) 0%');
});

test('a goal of 100 shows those who reached it as passed', () => {
  render(<ScorePlot scores={[0, 0, 0, 0, 0, 0, 0, 0, 0, 3]} goal={100} />);
  const bar = screen
    .getByText('De 90 a 100:')
    .closest('li')!
    .querySelector<HTMLElement>('[style]')!;
  expect(bar.style.background).toContain('var(--accent) 91%');
});

test('a large count stays in one line over its bar, grouped as the reader groups numbers', () => {
  render(<ScorePlot scores={[1_311, 0, 0, 0, 0, 0, 0, 0, 0, 3]} goal={70} />);
  expect(screen.getByText('1.311').parentElement).toHaveClass('whitespace-nowrap');
});
