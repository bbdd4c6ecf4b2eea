import { useTranslation } from '../../../../ui/translation.ts';

/** Attempts by score in steps of ten, divided by the goal. */
export function ScorePlot({ scores, goal }: { scores: number[]; goal: number }) {
  const { t, number } = useTranslation();
  const highest = Math.max(...scores, 1);
  return (
    <figure className="mt-8">
      <figcaption className="text-13 text-text-2">
        {t('Tentativas por nota, mínimo de {{goal}}%', { goal })}
      </figcaption>
      <div className="relative mt-3">
        <span
          aria-hidden="true"
          data-goal={goal}
          className="pointer-events-none absolute inset-y-0 border-l border-dashed border-warn"
          style={{ left: `${goal}%` }}
        />
        <ul className="grid h-40 grid-cols-10 items-end gap-1 border-b border-line-2">
          {scores.map((count, index) => (
            <li key={index} className="flex h-full flex-col justify-end text-center">
              {/* A count may be wider than its bar on a phone: it then reaches over both edges. */}
              <span className="flex justify-center text-12 whitespace-nowrap text-text-2 tabular-nums">
                <span className="sr-only">
                  {t('De {{from}} a {{to}}:', { from: index * 10, to: scoreEnd(index) })}
                </span>
                {count > 0 && <span className="relative bg-ground sm:px-1">{number(count)}</span>}
              </span>
              <span
                className="rounded-t-[3px]"
                style={{ height: `${(count / highest) * 80}%`, background: barFill(index, goal) }}
              />
            </li>
          ))}
        </ul>
      </div>
      <ul
        aria-hidden="true"
        className="grid grid-cols-10 gap-1 pt-1 text-center text-12 text-text-3"
      >
        {scores.map((_, index) => (
          <li key={index}>{index * 10}</li>
        ))}
      </ul>
    </figure>
  );
}

const scoreEnd = (index: number) => (index === 9 ? 100 : index * 10 + 9);

/** Grey below the goal. The goal may cut a bar in two. */
function barFill(index: number, goal: number) {
  const from = index * 10;
  const share = (goal - from) / (scoreEnd(index) + 1 - from);
  const cut = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return `linear-gradient(to right, var(--text-3) ${cut}%, var(--accent) ${cut}%)`;
}
