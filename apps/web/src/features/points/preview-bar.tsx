import type { Preview } from '@vitrine/contract/points';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ordinal } from '../../kit/points/ordinal.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { SkeletonBlock } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { TriedRules } from './tried-rules.ts';

/** Stands above the save bar: 30 days with these rules, beside the saved ones. */
export function PreviewBar({ tried }: { tried: TriedRules }) {
  const { t } = useTranslation();
  const { found, pointsName, busy, open, failed, start, stop } = tried;
  const title = t('Com estas regras, nos últimos 30 dias');
  return (
    <section
      aria-label={title}
      aria-busy={busy}
      className="shrink-0 border-t border-line bg-surface-1 py-3 pr-4 pl-6"
    >
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <h3 className="min-w-0 flex-1 basis-40 text-14 font-semibold text-text">{title}</h3>
        {open ? (
          <IconButton label={t('Fechar a prévia')} onClick={stop}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        ) : (
          <Button size="sm" onClick={start}>
            {t('Experimentar')}
          </Button>
        )}
      </div>
      {open && (
        <div aria-live="polite" className="pr-2">
          {busy && (
            <>
              <p className="text-13 text-text-2">{t('Lendo o que aconteceu em 30 dias.')}</p>
              <SkeletonBlock className="mt-2 h-32 rounded-control" />
            </>
          )}
          {failed && (
            <div className="grid justify-items-start gap-2">
              <InlineError title={t('A prévia não carregou')} />
              <Button size="sm" onClick={start}>
                {t('Tentar de novo')}
              </Button>
            </div>
          )}
          {found && <Comparison found={found} name={pointsName} />}
        </div>
      )}
    </section>
  );
}

function Comparison({ found, name }: { found: Preview; name: string }) {
  const translation = useTranslation();
  const { t, number } = translation;
  const { half, level, climber, plot } = found.comparison;
  const place = (position: number | null) =>
    position === null ? t('fora dos 100') : ordinal(translation, position);
  return (
    <>
      <Plot plot={plot} name={name} />
      <table className="mt-1 w-full text-13 text-text-2">
        <thead>
          <tr className="align-baseline">
            <th scope="col" className="font-normal">
              <span className="sr-only">{t('Com estas regras, nos últimos 30 dias')}</span>
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-normal whitespace-nowrap">
              <i
                aria-hidden="true"
                className="mr-1.5 inline-block w-4 border-t-2 border-dashed border-text-3 align-middle"
              />
              {t('agora')}
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-normal whitespace-nowrap">
              <i
                aria-hidden="true"
                className="mr-1.5 inline-block w-4 border-t-2 border-accent align-middle"
              />
              {t('prévia')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Fact
            label={t('Metade da turma tem ao menos')}
            saved={`${number(half.saved)} ${name}`}
            tried={`${number(half.tried)} ${name}`}
          />
          {level && (
            <Fact
              label={t('Chegam a {{level}}', { level: level.level.name })}
              saved={number(level.members.saved)}
              tried={t('{{number}} pessoa|{{number}} pessoas', {
                count: level.members.tried,
                number: number(level.members.tried),
              })}
            />
          )}
          {climber && (
            <Fact
              label={t('Sobe mais: {{name}}', { name: climber.user.name })}
              saved={place(climber.saved)}
              tried={place(climber.tried)}
            />
          )}
        </tbody>
      </table>
    </>
  );
}

interface FactProps {
  label: string;
  saved: ReactNode;
  tried: ReactNode;
}

const Fact = ({ label, saved, tried }: FactProps) => (
  <tr className="align-baseline">
    <th scope="row" className="py-0.5 text-left font-normal wrap-anywhere">
      {label}
    </th>
    <td className="py-0.5 pl-3 text-right whitespace-nowrap tabular-nums">{saved}</td>
    <td className="py-0.5 pl-3 text-right font-semibold whitespace-nowrap text-text tabular-nums">
      {tried}
    </td>
  </tr>
);

const HEIGHT = 40;

/**
 * Members by score: dashed with the saved rules, filled with these. The table tells it in words.
 */
function Plot({ plot, name }: { plot: Preview['comparison']['plot']; name: string }) {
  const { number } = useTranslation();
  const { step, saved, tried } = plot;
  const highest = Math.max(1, ...saved, ...tried);
  const width = tried.length - 1;
  const lineOf = (columns: number[]) =>
    columns
      .map((members, at) => `${at},${(HEIGHT * (1 - members / highest)).toFixed(2)}`)
      .join(' ');
  return (
    <div aria-hidden="true">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-10 w-full overflow-visible"
      >
        <polygon
          points={`0,${HEIGHT} ${lineOf(tried)} ${width},${HEIGHT}`}
          className="fill-accent-soft"
        />
        <polyline
          points={lineOf(saved)}
          className="fill-none stroke-text-3"
          strokeWidth={1.5}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={lineOf(tried)}
          className="fill-none stroke-accent"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-1 flex justify-between text-12 text-text-3 tabular-nums">
        <span>0 {name}</span>
        <span>{number(Math.round((step * tried.length) / 2))}</span>
        <span>{number(step * tried.length)}</span>
      </p>
    </div>
  );
}
