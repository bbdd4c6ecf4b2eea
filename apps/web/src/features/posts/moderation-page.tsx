import { hrefOf } from '@vitrine/contract/pages';
import { limits, type ListedSilence, type Post, type Report } from '@vitrine/contract/posts';
import {
  Check,
  ExternalLink,
  Heart,
  History,
  MessageCircle,
  ShieldCheck,
  Trash2,
  VolumeX,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { Link } from 'react-router';
import { plainText, SafeHtml } from '../../kit/page/safe-html.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { tenantId } from '../../platform/boot.ts';
import { fullTime, relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InlineError, sentenceOf } from '../../ui/inline-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { PostMedia } from './post-media.tsx';
import {
  useKeep,
  useOpenReports,
  useRemovedPosts,
  useRemoveAsStaff,
  useRemoveReportedComment,
  useReports,
  useRestorePost,
  useSilence,
  useSilences,
  useUnsilence,
} from './posts.queries.ts';
import './posts.css';
import './moderation.css';

type View = 'open' | 'answered' | 'removed' | 'silenced';

/** What members reported, and one-touch answers (picture 28). */
export default function ModerationPage() {
  const { t, number } = useTranslation();
  const [view, setView] = useState<View>('open');
  const open = useOpenReports().data?.open;
  const silences = useSilences();
  return (
    <div>
      <PageHead
        title={t('Moderação')}
        text={t('O que seus alunos denunciaram nas comunidades, e o que você decidiu.')}
      />
      <Segmented
        label={t('Denúncias')}
        hideLabel
        value={view}
        onValueChange={setView}
        options={[
          { value: 'open', label: counted(t('Abertas'), open, number) },
          { value: 'answered', label: t('Respondidas') },
          { value: 'removed', label: t('Removidas') },
          {
            value: 'silenced',
            label: counted(t('Silenciados'), silences.data?.pages[0]?.total, number),
          },
        ]}
      />
      {view === 'silenced' && <Silences query={silences} />}
      {view === 'removed' && <RemovedPosts />}
      {(view === 'open' || view === 'answered') && <Reports key={view} state={view} />}
    </div>
  );
}

const counted = (label: string, count: number | undefined, number: (value: number) => string) =>
  count ? `${label} ${number(count)}` : label;

function Reports({ state }: { state: 'open' | 'answered' }) {
  const { t } = useTranslation();
  const reports = useReports(state);
  const [chosen, setChosen] = useState<number | null>(null);
  const { items } = reports;
  const shown = items.find(({ id }) => id === chosen) ?? items[0];
  if (reports.isPending) return <Skeleton shape="row" count={4} className="mt-6" />;
  if (reports.isError)
    return (
      <QueryError className="pt-12" query={reports} title={t('As denúncias não carregaram')} />
    );
  if (!shown)
    return (
      <EmptyState
        className="pt-12"
        icon={<ShieldCheck />}
        title={state === 'open' ? t('Nada espera por você') : t('Nenhuma denúncia respondida')}
        text={t('Quando alguém denunciar uma publicação ou um comentário, aparece aqui.')}
      />
    );
  return (
    <div className="moderation">
      <div className="moderation-list">
        <ul>
          {items.map((report) => (
            <li key={report.id}>
              <ReportRow
                report={report}
                open={report === shown}
                onOpen={() => setChosen(report.id)}
              />
            </li>
          ))}
        </ul>
        <LoadMore {...reports.more} />
      </div>
      <ReportView key={shown.id} report={shown} />
    </div>
  );
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
      <Avatar name={name} src={thing.author?.photo_url ?? null} size={34} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate text-14 font-semibold">{name}</span>
          <span className="shrink-0 text-13 text-text-2">
            {relativeTime(report.created_at, i18n.language)}
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

const wordsOf = ({ title, content }: Pick<Post, 'title' | 'content'>, nothing: string) =>
  [title, plainText(content)].filter(Boolean).join(' ') || nothing;

function ReportView({ report }: { report: Report }) {
  const { t, i18n } = useTranslation();
  const { thing, history } = report;
  const name = thing.author?.name ?? t('Membro removido');
  const href = hrefOf('post', {
    postId: report.post_id,
    tenant: tenantId(),
    communityId: report.community_id,
  });
  return (
    <section aria-label={t('Denúncia')} className="min-w-0">
      <header className="flex flex-wrap items-center gap-3">
        <Avatar name={name} src={thing.author?.photo_url ?? null} size={44} />
        <div className="min-w-50 flex-1">
          <p className="truncate text-15 font-semibold">{name}</p>
          <p className="text-13 text-text-2">
            {t('Em {{channel}}, {{moment}}', {
              channel: thing.channel.title,
              moment: fullTime(thing.created_at, i18n.language),
            })}
          </p>
        </div>
        <Link
          to={report.comment_id ? `${href}?comentario=${report.comment_id}` : href}
          className={buttonClass('secondary')}
        >
          <ExternalLink size={16} strokeWidth={2} aria-hidden="true" />
          {t('Ver em contexto')}
        </Link>
      </header>
      <div className="moderation-thing">
        {thing.title && <p className="text-16 font-semibold">{thing.title}</p>}
        {thing.content ? (
          <SafeHtml html={thing.content} className="post-comment-text" />
        ) : (
          <p className="text-15 text-text-2 italic">{t('Sem texto')}</p>
        )}
        <PostMedia attachments={thing.attachments} embed={null} title="" />
        <p className="mt-3 flex gap-4 text-13 text-text-2">
          <Fact icon={Heart} value={thing.likes}>
            {t('{{count}} curtida|{{count}} curtidas', { count: thing.likes })}
          </Fact>
          <Fact icon={MessageCircle} value={thing.comments}>
            {t('{{count}} comentário|{{count}} comentários', { count: thing.comments })}
          </Fact>
        </p>
      </div>
      <div className="moderation-facts">
        <div className="min-w-0">
          <h3 className="text-14 font-semibold">{t('Quem denunciou')}</h3>
          <ul>
            {report.reporters.map((one) => (
              <li key={one.id} className="moderation-reporter">
                <Avatar name={one.name} src={one.photo_url} size={32} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-14 font-medium">{one.name}</span>
                  <span className="block text-13 text-text-2 wrap-anywhere">
                    {one.reason}, {relativeTime(one.created_at, i18n.language)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
        {history && (
          <div>
            <h3 className="text-14 font-semibold">{t('Antes disto')}</h3>
            <p className="mt-2 text-14 text-text-2">
              {t('{{count}} publicação aqui|{{count}} publicações aqui', { count: history.posts })}
              {', '}
              <span className={cx(history.removed > 0 && 'text-warn')}>
                {history.removed > 0
                  ? t('{{count}} removida|{{count}} removidas', { count: history.removed })
                  : t('nenhuma removida')}
              </span>
              {'. '}
              {history.silenced ? t('Silenciado agora.') : t('Não está silenciado.')}
            </p>
          </div>
        )}
      </div>
      {report.answer === null ? (
        <Answers report={report} />
      ) : (
        <p className="mt-6 text-14 text-text-2">
          {report.answer === 'kept' ? t('A equipe manteve no ar.') : t('Removida pela equipe.')}
        </p>
      )}
    </section>
  );
}

interface FactProps {
  icon: typeof Heart;
  value: number;
  /** The value in words. */
  children: string;
}

function Fact({ icon: Icon, value, children }: FactProps) {
  const { number } = useTranslation();
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <span aria-hidden="true">{number(value)}</span>
      <span className="sr-only">{children}</span>
    </span>
  );
}

type Answer = 'keep' | 'remove' | 'silence';
const days = { '1': 1, '7': 7, '30': 30, never: null } as const;
type Period = keyof typeof days;
const DAY_MS = 86_400_000;

/** Three answers with keys 1 to 3; each says what it takes along. */
function Answers({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { thing } = report;
  const maySilence = thing.author !== null && !thing.author.staff;
  const [answer, setAnswer] = useState<Answer>('remove');
  const [period, setPeriod] = useState<Period>('7');
  const [reason, setReason] = useState(report.reason);
  const keep = useKeep();
  const removePost = useRemoveAsStaff();
  const removeComment = useRemoveReportedComment();
  const restore = useRestorePost();
  const silence = useSilence();
  const comment = report.comment_id !== null;

  const attempt = useAttempt(
    async () => {
      if (answer === 'keep') return keep.mutateAsync({ params: { id: report.id } });
      if (answer === 'silence') {
        const until =
          days[period] === null ? null : new Date(Date.now() + days[period] * DAY_MS).toISOString();
        await silence.mutateAsync({
          params: { id: report.community_id, memberId: thing.author!.id },
          body: { until, reason: reason.trim() },
        });
      }
      if (comment) await removeComment.mutateAsync({ params: { id: report.comment_id! } });
      else {
        const params = { params: { id: report.post_id } };
        await removePost.mutateAsync({ ...params, body: { reason: reason.trim() } });
        toast.undo(t('Publicação removida'), () => restore.mutate(params));
      }
      return undefined;
    },
    () => {},
  );
  const choose = (next: Answer) => {
    attempt.forget();
    setAnswer(next);
  };
  /** Whoever's comment goes reads no reason, unless they are silenced too. */
  const says = answer === 'silence' || (answer === 'remove' && !comment);
  const asleep = says && !reason.trim();

  const onKey = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const typing = (target as Element).closest?.('input, textarea, select, [role=dialog]');
    const wanted = ({ 1: 'keep', 2: 'remove', 3: 'silence' } as const)[key];
    if (!wanted || typing || ctrlKey || metaKey || altKey) return;
    if (wanted !== 'silence' || maySilence) choose(wanted);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  const answers: { value: Answer; icon: typeof Check; label: string; text: string }[] = [
    {
      value: 'keep',
      icon: Check,
      label: t('Manter'),
      text: t(
        'Fecha {{count}} denúncia. Nada muda para a pessoa.|Fecha {{count}} denúncias. Nada muda para a pessoa.',
        {
          count: report.count,
        },
      ),
    },
    {
      value: 'remove',
      icon: Trash2,
      label: t('Remover'),
      text: comment
        ? t('O texto some para todos e não volta.')
        : thing.comments === 0
          ? t('Sai a publicação. Volta em até 30 dias.')
          : t(
              'Sai a publicação com {{count}} comentário. Volta em até 30 dias.|Sai a publicação com {{count}} comentários. Volta em até 30 dias.',
              {
                count: thing.comments,
              },
            ),
    },
    ...(maySilence
      ? [
          {
            value: 'silence' as const,
            icon: VolumeX,
            label: t('Remover e silenciar'),
            text: t('Além disso, a pessoa lê e não escreve por um tempo.'),
          },
        ]
      : []),
  ];
  const periods: Record<Period, string> = {
    '1': t('1 dia'),
    '7': t('7 dias'),
    '30': t('30 dias'),
    never: t('Sem prazo'),
  };
  const action =
    answer === 'keep'
      ? t('Manter')
      : answer === 'remove'
        ? t('Remover')
        : period === 'never'
          ? t('Remover e silenciar')
          : t('Remover e silenciar por {{time}}', { time: periods[period] });

  return (
    <>
      <fieldset className="mt-8">
        <legend className="text-14 font-semibold">{t('Sua resposta')}</legend>
        <div className="moderation-answers">
          {answers.map(({ value, icon: Icon, label, text }, index) => (
            <label key={value} className="moderation-answer">
              <input
                type="radio"
                name="answer"
                value={value}
                checked={answer === value}
                onChange={() => choose(value)}
                className="sr-only"
              />
              <span className="flex items-center gap-2 text-14 font-semibold">
                <Icon size={16} strokeWidth={2} aria-hidden="true" />
                <span className="flex-1">{label}</span>
                <kbd aria-hidden="true">{index + 1}</kbd>
              </span>
              <span className="mt-1 block text-13 text-text-2">{text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {answer !== 'keep' && (
        <div className="moderation-hung">
          {answer === 'silence' && (
            <Segmented
              label={t('Silenciar por')}
              value={period}
              onValueChange={setPeriod}
              options={(Object.keys(days) as Period[])
                .toSorted((a, b) => (days[a] ?? 999) - (days[b] ?? 999))
                .map((value) => ({ value, label: periods[value] }))}
            />
          )}
          {says && (
            <TextArea
              label={t('O que a pessoa vai ler')}
              rows={2}
              maxLength={limits.reason}
              value={reason}
              onChange={({ currentTarget }) => {
                attempt.forget();
                setReason(currentTarget.value);
              }}
            />
          )}
        </div>
      )}
      {attempt.error != null && (
        <InlineError className="mt-4">
          {sentenceOf(attempt.error, t('Algo deu errado. Tente de novo.'))}
        </InlineError>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <p className="flex min-w-50 flex-1 items-center gap-2 text-13 text-text-2">
          <History size={16} strokeWidth={2} aria-hidden="true" className="shrink-0" />
          {t('Fica no registro com seu nome.')}
        </p>
        <Button
          variant="primary"
          busy={attempt.busy}
          aria-disabled={asleep || undefined}
          onClick={() => !asleep && void attempt.run()}
        >
          {action}
        </Button>
      </div>
    </>
  );
}

/** What the team removed, by a report or without one, for as long as it can come back. */
function RemovedPosts() {
  const { t } = useTranslation();
  const removed = useRemovedPosts();
  if (removed.isPending) return <Skeleton shape="row" count={3} className="mt-6" />;
  if (removed.isError)
    return <QueryError className="pt-12" query={removed} title={t('A lista não carregou')} />;
  if (!removed.items.length)
    return (
      <EmptyState
        className="pt-12"
        icon={<Trash2 />}
        title={t('Nenhuma publicação removida')}
        text={t('O que a equipe remove fica aqui por 30 dias, e pode voltar.')}
      />
    );
  return (
    <>
      <ul className="mt-6 max-w-200">
        {removed.items.map((post) => (
          <li key={post.id}>
            <RemovedRow post={post} />
          </li>
        ))}
      </ul>
      <LoadMore {...removed.more} />
    </>
  );
}

function RemovedRow({ post }: { post: Post }) {
  const { t, i18n } = useTranslation();
  const restore = useRestorePost();
  const { author, removed } = post;
  const name = author?.name ?? t('Membro removido');
  const href = hrefOf('post', {
    postId: post.id,
    tenant: tenantId(),
    communityId: post.community_id,
  });
  return (
    <div className="moderation-reporter flex-wrap">
      <Avatar name={name} src={author?.photo_url ?? null} size={40} />
      <span className="min-w-50 flex-1">
        <Link to={href} className="block truncate text-14 font-semibold hover:underline">
          {wordsOf(post, t('Sem texto'))}
        </Link>
        <span className="block text-13 text-text-2 wrap-anywhere">
          {name}
          {', '}
          {relativeTime(removed!.at, i18n.language)}
          {removed!.reason && `. ${t('Motivo: {{reason}}', { reason: removed!.reason })}`}
        </span>
      </span>
      <Button busy={restore.isPending} onClick={() => restore.mutate({ params: { id: post.id } })}>
        {t('Trazer de volta')}
      </Button>
    </div>
  );
}

function Silences({ query }: { query: ReturnType<typeof useSilences> }) {
  const { t } = useTranslation();
  if (query.isPending) return <Skeleton shape="row" count={3} className="mt-6" />;
  if (query.isError)
    return <QueryError className="pt-12" query={query} title={t('A lista não carregou')} />;
  if (!query.items.length)
    return (
      <EmptyState
        className="pt-12"
        icon={<VolumeX />}
        title={t('Ninguém está silenciado')}
        text={t('Quem você silenciar lê e não escreve, e aparece aqui.')}
      />
    );
  return (
    <>
      <ul className="mt-6 max-w-200">
        {query.items.map((one) => (
          <li key={one.id}>
            <SilenceRow silence={one} />
          </li>
        ))}
      </ul>
      <LoadMore {...query.more} />
    </>
  );
}

function SilenceRow({ silence }: { silence: ListedSilence }) {
  const { t, i18n } = useTranslation();
  const end = useUnsilence();
  const { name, photo_url, community, until, reason } = silence;
  return (
    <div className="moderation-reporter">
      <Avatar name={name} src={photo_url} size={40} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold">{name}</span>
        <span className="block text-13 text-text-2 wrap-anywhere">
          {community}
          {', '}
          {until ? t('até {{moment}}', { moment: fullTime(until, i18n.language) }) : t('sem prazo')}
          {reason && `. ${reason}`}
        </span>
      </span>
      <Button
        busy={end.isPending}
        onClick={() =>
          end.mutate({ params: { id: silence.community_id, memberId: silence.member_id } })
        }
      >
        {t('Deixar escrever')}
      </Button>
    </div>
  );
}
