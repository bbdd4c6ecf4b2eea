import { idIn } from '@vitrine/contract/pages';
import type { Report } from '@vitrine/contract/posts';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useReports } from './posts.queries.ts';
import { ReportView } from './report-view.tsx';
import { wordsOf } from './words-of.ts';

/**
 * A list of reports, and one of them open beside it, or below it on narrow screens. `?denuncia=` names
 * it, so that the viewer returns to it from its context.
 */
export function Reports({ state }: { state: 'open' | 'answered' }) {
  const { t } = useTranslation();
  const reports = useReports(state);
  const { items } = reports;
  const [address, setAddress] = useSearchParams();
  const { shown, open } = useOpenReport(items, idIn(address.get('denuncia')));
  const keepInAddress = useEffectEvent((id: number) => {
    const after = new URLSearchParams(address);
    after.set('denuncia', String(id));
    setAddress(after, { replace: true });
  });
  const view = useRef<HTMLElement>(null);
  const [openings, setOpenings] = useState(0);
  const shownId = shown?.id;
  const before = useRef<number>(undefined);
  useEffect(() => {
    // The button of the answer has gone with its report.
    const isLost = document.activeElement === document.body;
    if (before.current !== undefined && isLost) view.current?.focus({ preventScroll: true });
    // After an answer the window still stands where its button was: below the next report's text.
    if (before.current !== undefined && !beginsInSight(view.current))
      view.current?.scrollIntoView();
    if (before.current !== undefined && shownId !== undefined) keepInAddress(shownId);
    before.current = shownId;
  }, [shownId, openings]);
  if (reports.isPending) return <Skeleton shape="row" count={4} className="mt-6" />;
  if (reports.isLoadingError)
    return (
      <QueryError className="pt-12" query={reports} title={t('As denúncias não carregaram')} />
    );
  if (!shown)
    return (
      <section ref={view} tabIndex={-1} aria-label={t('Denúncias')}>
        <EmptyState
          className="pt-12"
          icon={<ShieldCheck />}
          title={state === 'open' ? t('Nada espera por você') : t('Nenhuma denúncia respondida')}
          text={t('Quando alguém denunciar uma publicação ou um comentário, aparece aqui.')}
        />
      </section>
    );
  const at = items.indexOf(shown);
  const next = items[at + 1] ?? items[0]!;
  const show = (report: Report) => {
    open(report.id);
    setOpenings((times) => times + 1);
  };
  return (
    <div className="moderation">
      <div className="moderation-list">
        <ul>
          {items.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} open={report === shown} onOpen={() => show(report)} />
            </li>
          ))}
        </ul>
        <LoadMore {...reports.more} />
      </div>
      <ReportView
        key={shown.id}
        ref={view}
        report={shown}
        onSkip={next === shown ? null : () => show(next)}
      />
    </div>
  );
}

/** The fixed header, in px. `.moderation-report` scrolls to below it. */
const HEADER_PX = 72;
/** A report that begins below this share of the window is out of sight. */
const VISIBLE_SHARE = 0.7;

function beginsInSight(report: Element | null) {
  const top = report?.getBoundingClientRect().top ?? HEADER_PX;
  return top >= HEADER_PX && top <= innerHeight * VISIBLE_SHARE;
}

/**
 * Keeps the open report while others arrive, so that nobody answers an unread one. After its
 * answer, the next one opens.
 */
function useOpenReport(items: Report[], first: number | null) {
  const [opened, setOpened] = useState(first === null ? null : { id: first, ids: [first] });
  const ids = items.map(({ id }) => id);
  const next = opened && nextOf(opened, ids);
  const id = next ?? ids[0];
  // The next report is found by the list that still held the answered one.
  if (id !== undefined && (id !== opened?.id || ids.join() !== opened.ids.join()))
    setOpened({ id, ids });
  const open = (chosen: number) => setOpened({ id: chosen, ids });
  return { shown: items.find((one) => one.id === id), open };
}

function nextOf({ id, ids }: { id: number; ids: number[] }, present: number[]) {
  const at = ids.indexOf(id);
  return [...ids.slice(at), ...ids.slice(0, at).toReversed()].find((one) => present.includes(one));
}

interface ReportRowProps {
  report: Report;
  open: boolean;
  onOpen: () => void;
}

function ReportRow({ report, open, onOpen }: ReportRowProps) {
  const { t, i18n } = useTranslation();
  const { thing, count, reason } = report;
  const name = thing.author?.name ?? t('Membro removido');
  return (
    <button
      type="button"
      aria-current={open || undefined}
      className="moderation-row"
      onClick={onOpen}
    >
      <Avatar name={name} src={thing.author?.photo_url} size={34} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate text-14 font-semibold">{name}</span>
          <span className="shrink-0 text-13 text-text-2">
            {relativeTime(report.created_at, { t, i18n })}
          </span>
        </span>
        <span className="line-clamp-2 text-14 text-text-2">{wordsOf(thing, t('Sem texto'))}</span>
        <span className="block truncate text-13 text-text-2">
          <span className={cx(count > 1 && 'text-warn')}>
            {t('{{count}} denúncia|{{count}} denúncias', { count })}
          </span>
          {' · '}
          {reason}
        </span>
      </span>
    </button>
  );
}
