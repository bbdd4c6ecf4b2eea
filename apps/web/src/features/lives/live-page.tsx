import type { ShownLive } from '@vitrine/contract/lives';
import { pages } from '@vitrine/contract/pages';
import { readVideo } from '@vitrine/contract/videos';
import { CalendarClock, Clapperboard, Lock, Radio } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { CardLink } from '../../kit/cards/card-link.tsx';
import { NotFound } from '../../kit/page/not-found.tsx';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { isRefused } from '../../kit/queries/is-refused.ts';
import { longDateTime } from '../../platform/dates.ts';
import { orList } from '../../platform/list-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { LiveChat } from './chat/live-chat.tsx';
import { Countdown } from './countdown.tsx';
import { ListedLiveRow } from './listed-live-row.tsx';
import { useListTime, useLiveClock } from './live-clock.ts';
import { useLive, useFirstLives } from './lives.queries.ts';
import { RemindButton } from './remind-button.tsx';
import './live-page.css';

/** Plays a file or a stream. */
export type VideoSlot = ComponentType<{ id: number; src: string; title: string }>;

interface LivePageProps {
  id: number;
  Video: VideoSlot;
}

/** A live: its countdown, its player, and its recording afterwards. */
export function LivePage({ id, Video }: LivePageProps) {
  const { t } = useTranslation();
  const query = useLive(id);
  const live = query.data?.data;
  usePageTitle(live?.title);
  if (id <= 0) return <NotFound title={t('Transmissão não encontrada')} />;
  if (!live || isRefused(query.error))
    return query.isError ? (
      <PageError
        query={query}
        missing={t('Transmissão não encontrada')}
        title={t('A transmissão não carregou')}
      />
    ) : (
      <Room>
        <Skeleton shape="row" count={4} />
      </Room>
    );
  if (live.locked) return <ClosedLive live={live} />;
  return (
    <OpenLive
      key={live.id}
      live={live}
      readAt={query.dataUpdatedAt}
      onTurn={() => void query.refetch()}
      Video={Video}
    />
  );
}

const Room = ({ children }: { children: ReactNode }) => (
  <div className="px-(--page-gutter) pt-18 pb-16 md:pt-24">
    <div className="mx-auto max-w-370">{children}</div>
  </div>
);

interface OpenLiveProps {
  live: ShownLive;
  readAt: number;
  onTurn: () => void;
  Video: VideoSlot;
}

const startSentences = {
  soon: 'Começa {{moment}}. Esta página abre a transmissão sozinha.',
  on: 'Começou {{moment}}.',
  over: 'Foi ao ar {{moment}}.',
} as const;

function OpenLive({ live, readAt, onTurn, Video }: OpenLiveProps) {
  const { t, i18n } = useTranslation();
  const { state, left, now } = useLiveClock(live, readAt, onTurn);
  const starts = longDateTime(live.starts_at, i18n.language);
  return (
    <Room>
      <div className="live-room">
        <div className={cx('min-w-0', state === 'on' && 'live-stage')}>
          {state === 'soon' && (
            <Screen>
              <p className="mb-4 text-15 text-white/80">{t('Começa em')}</p>
              <Countdown left={left} />
            </Screen>
          )}
          {state === 'on' &&
            (live.url ? (
              <LiveVideo id={live.id} url={live.url} title={live.title} Video={Video} />
            ) : (
              <Screen>
                <p>{t('Abrindo a transmissão')}</p>
              </Screen>
            ))}
          {state === 'over' && <Recording live={live} Video={Video} />}
        </div>
        <div className="mt-5 min-w-0">
          <div role="status">
            {state === 'soon' && <Badge icon={<CalendarClock />}>{t('Em breve ao vivo')}</Badge>}
            {state === 'on' && (
              <Badge tone="error" icon={<Radio />}>
                {t('Ao vivo')}
              </Badge>
            )}
            {state === 'over' && <Badge icon={<Clapperboard />}>{t('Encerrada')}</Badge>}
          </div>
          <h1 className="site-title mt-3 text-28 wrap-anywhere">{live.title}</h1>
          <p className="mt-2 text-16 text-text-2">{t(startSentences[state], { moment: starts })}</p>
          <div className="mt-4 empty:hidden">
            <RemindButton live={live} now={now} />
          </div>
        </div>
        <div className="live-talk">
          <LiveChat live={live} now={now} />
        </div>
        <div className="mt-8 min-w-0">
          <OtherLives id={live.id} />
        </div>
      </div>
    </Room>
  );
}

/** The frame of the player, before and after the live. */
const Screen = ({ children }: { children: ReactNode }) => (
  <div className="flex aspect-video min-h-52 w-full flex-col items-center justify-center rounded-card bg-black p-5 text-center text-16 text-white">
    {children}
  </div>
);

interface LiveVideoProps {
  id: number;
  url: string;
  title: string;
  Video: VideoSlot;
}

function LiveVideo({ id, url, title, Video }: LiveVideoProps) {
  const video = readVideo(url);
  if (video && video.kind !== 'player')
    return (
      <div className="overflow-hidden rounded-card">
        <Video id={id} src={video.url} title={title} />
      </div>
    );
  return (
    <iframe
      src={url}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      className="aspect-video w-full rounded-card border-0 bg-black"
    />
  );
}

function Recording({ live, Video }: { live: ShownLive; Video: VideoSlot }) {
  const { t } = useTranslation();
  const { recording_url: url } = live;
  if (url && readVideo(url))
    return (
      <LiveVideo id={live.id} url={url} title={t('Gravação: {{title}}', live)} Video={Video} />
    );
  return (
    <Screen>
      <p className="text-18 font-semibold">{t('Esta transmissão terminou')}</p>
      {url ? (
        <CardLink href={url} className={`${buttonClass('primary', 'lg')} mt-5`}>
          {t('Ver a gravação')}
        </CardLink>
      ) : (
        <p className="mt-2 text-15 text-white/80">{t('Se houver gravação, ela aparece aqui.')}</p>
      )}
    </Screen>
  );
}

/** Maximum number of other lives on the page. */
const MAX_OTHERS = 6;

function OtherLives({ id }: { id: number }) {
  const { t } = useTranslation();
  const lives = useFirstLives(MAX_OTHERS + 1);
  const now = useListTime(lives);
  const others = (lives.data ?? []).filter((live) => live.id !== id).slice(0, MAX_OTHERS);
  if (!others.length) return null;
  return (
    <section>
      <h2 className="site-title text-22">{t('Outras transmissões')}</h2>
      <ul className="mt-3.5 divide-y divide-line">
        {others.map((live) => (
          <ListedLiveRow key={live.id} live={live} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** A locked live, with its date and its offer. */
function ClosedLive({ live }: { live: ShownLive }) {
  const { t, i18n } = useTranslation();
  const names = orList(live.products, i18n.language);
  return (
    <div className="page flex flex-col items-center pt-32 text-center">
      <span className="mb-5 grid size-12 place-items-center rounded-card bg-surface-3 text-text-2">
        <Lock size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 className="site-title text-28 wrap-anywhere">{live.title}</h1>
      <p className="mt-2 text-16 text-text-2">{longDateTime(live.starts_at, i18n.language)}</p>
      <p className="mt-4 max-w-140 text-16 wrap-anywhere text-text-2">
        {live.products.length
          ? t('Disponível para quem tem {{names}}.', { names })
          : t('Esta transmissão está fechada.')}
      </p>
      <Link to={pages.homepage.path} className={`${buttonClass('secondary')} mt-6`}>
        {t('Ir para o início')}
      </Link>
    </div>
  );
}
