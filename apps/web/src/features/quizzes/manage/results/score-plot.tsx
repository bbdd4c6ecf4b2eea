import { cx } from '../../../../ui/cx.ts';
import { useTranslation } from '../../../../ui/translation.ts';

/** Attempts by score in steps of ten, divided by the goal. */
export function ScorePlot({ scores, goal }: { scores: number[]; goal: number }) {
  const { t } = useTranslation();
  const most = Math.max(...scores, 1);
  return (
    <figure className="mt-8">
      <figcaption className="text-13 text-text-2">
        {t('Tentativas por nota, mínimo de {{goal}}%', { goal })}
      </figcaption>
      <ul className="mt-3 grid h-40 grid-cols-10 items-end gap-1 border-b border-line-2">
        {scores.map((count, index) => (
          <li key={index} className="flex h-full flex-col justify-end text-center">
            <span className="text-12 text-text-2 tabular-nums">
              <span className="sr-only">
                {t('De {{from}} a {{to}}:', { from: index * 10, to: scoreEnd(index) })}
              </span>
              {count > 0 && count}
            </span>
            <span
              className={cx(
                'rounded-t-[3px]',
                scoreEnd(index) >= goal ? 'bg-accent' : 'bg-text-3/50',
              )}
              style={{ height: `${(count / most) * 80}%` }}
            />
          </li>
        ))}
      </ul>
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
