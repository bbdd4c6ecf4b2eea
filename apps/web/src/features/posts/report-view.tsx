import { postHref } from '@vitrine/contract/community-urls';
import type { Report } from '@vitrine/contract/posts';
import { ExternalLink, Heart, MessageCircle } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { tenantId } from '../../platform/boot.ts';
import { fullTime, relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useHeldFocus } from '../../ui/held-focus.ts';
import { useTranslation } from '../../ui/translation.ts';
import { PostMedia } from './post-media.tsx';
import { Answers } from './report-answers.tsx';
import { RestoreButton } from './restore-button.tsx';

interface ReportViewProps {
  report: Report;
  ref: RefObject<HTMLElement | null>;
  /** Opens the next report. Null if there is no other one. */
  onSkip: (() => void) | null;
}

/** A reported thing with what was said of it, and the answers. */
export function ReportView({ report, ref, onSkip }: ReportViewProps) {
  const { t, i18n } = useTranslation();
  const { thing, history } = report;
  // The button that restores a post goes with its press.
  const heldFocus = useHeldFocus(ref);
  const name = thing.author?.name ?? t('Membro removido');
  const href = postHref(tenantId(), { id: report.post_id, community_id: report.community_id });
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={t('Denúncia')}
      className="moderation-report"
      {...heldFocus}
    >
      <header className="flex flex-wrap items-center gap-3">
        <Avatar name={name} src={thing.author?.photo_url} size={44} />
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
      <ReportedText thing={thing} />
      <div className="moderation-facts">
        <Reporters reporters={report.reporters} />
        {history && <AuthorHistory history={history} />}
      </div>
      {report.answer === null ? (
        <Answers report={report} onSkip={onSkip} />
      ) : (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <p className="text-14 text-text-2">
            {report.answer === 'kept' ? t('A equipe manteve no ar.') : t('Removida pela equipe.')}
          </p>
          {report.answer === 'removed' && report.comment_id === null && thing.removed && (
            <RestoreButton postId={report.post_id} />
          )}
        </div>
      )}
    </section>
  );
}

function ReportedText({ thing }: { thing: Report['thing'] }) {
  const { t } = useTranslation();
  return (
    <div className="moderation-thing">
      <div className="moderation-words">
        {thing.title && <p className="text-16 font-semibold">{thing.title}</p>}
        {thing.content ? (
          <SafeHtml html={thing.content} className="post-comment-text" />
        ) : (
          <p className="text-15 text-text-2 italic">{t('Sem texto')}</p>
        )}
      </div>
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
  );
}

function Reporters({ reporters }: Pick<Report, 'reporters'>) {
  const { t, i18n } = useTranslation();
  return (
    <div className="min-w-0">
      <h3 className="text-14 font-semibold">{t('Quem denunciou')}</h3>
      <ul>
        {reporters.map(({ id, name, photo_url, reason, created_at: at }) => (
          <li key={id} className="moderation-reporter">
            <Avatar name={name ?? t('Membro removido')} src={photo_url} size={32} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-14 font-medium">
                {name ?? t('Membro removido')}
              </span>
              <span className="block text-13 wrap-anywhere text-text-2">
                {reason} · {relativeTime(at, { t, i18n })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The author's posts in this community, and those that staff removed. */
function AuthorHistory({ history }: { history: NonNullable<Report['history']> }) {
  const { t } = useTranslation();
  return (
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
