import type { Entry } from '@vitrine/contract/points';
import {
  Award,
  CircleCheck,
  Heart,
  Layers,
  LogIn,
  MessageCircle,
  Pencil,
  Play,
  Sparkles,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import { clockTime } from '../../platform/clock-time.ts';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { signed } from './signed.ts';

const actions: Record<string, [LucideIcon, string]> = {
  login: [LogIn, 'Entrou na escola'],
  watch_class: [Play, 'Começou a ver'],
  finish_class: [CircleCheck, 'Concluiu a aula'],
  finish_module: [Layers, 'Concluiu o módulo'],
  finish_course: [Layers, 'Concluiu o curso'],
  comment_class: [MessageCircle, 'Comentou em'],
  like_class: [Heart, 'Curtiu'],
  post: [Pencil, 'Publicou'],
  comment: [MessageCircle, 'Comentou em'],
  reply: [MessageCircle, 'Respondeu em'],
  like: [Heart, 'Curtiu'],
  bonus: [Sparkles, 'Bônus do dia'],
  manual: [Award, 'Pontos da equipe'],
};

/** Why an entry is as it is: the contract's words in sentences. */
const reasons: Partial<Record<NonNullable<Entry['reason']>, string>> = {
  counted_before: 'Já somou antes. Cada ação vale uma vez.',
  bonus_given: 'O bônus desta ação já veio nestas 24 horas.',
  no_product: 'Fora dos produtos que pontuam.',
  before_reset: 'Já somou em uma temporada passada.',
};

/** The counted actions of a bonus, in words. */
const amounts: Record<string, string> = {
  watch_class: '{{number}} aula começada|{{number}} aulas começadas',
  finish_class: '{{number}} aula concluída|{{number}} aulas concluídas',
  finish_module: '{{number}} módulo concluído|{{number}} módulos concluídos',
  finish_course: '{{number}} curso concluído|{{number}} cursos concluídos',
  comment_class: '{{count}} comentário|{{count}} comentários',
  like_class: '{{count}} curtida|{{count}} curtidas',
  post: '{{count}} publicação|{{count}} publicações',
  comment: '{{count}} comentário|{{count}} comentários',
  reply: '{{number}} resposta|{{number}} respostas',
  like: '{{count}} curtida|{{count}} curtidas',
};

/** Names for deleted things. */
const removedThings: Record<string, string> = {
  lesson: 'uma aula removida',
  module: 'um módulo removido',
  course: 'um curso removido',
  post: 'uma publicação removida',
};

interface LedgerEntryProps {
  entry: Entry;
  /** True for an entry that made the bonus above it. */
  joined: boolean;
}

/** One entry of the ledger: action, thing, reason, time and points. */
export function LedgerEntry({ entry, joined }: LedgerEntryProps) {
  const { t, i18n, number } = useTranslation();
  const { action, points, reason, note, at } = entry;
  const [Icon, label] = actions[action] ?? [Sparkles, 'Bônus do dia'];
  const why = (reason && reasons[reason]) ?? '';
  const time = clockTime(at, i18n.language);
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      {joined && (
        <i
          aria-hidden="true"
          className="absolute -top-2.5 left-[8.5px] h-4.5 w-px bg-(--brand-ink)"
        />
      )}
      <Icon
        size={18}
        strokeWidth={1.75}
        className="mt-0.5 shrink-0 text-text-2"
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="text-16 wrap-anywhere text-text-2">
          {points < 0 && action !== 'manual' && <>{t('Desfeito:')} </>}
          {action === 'bonus' ? <Bonus entry={entry} /> : t(label)} <Thing entry={entry} />
        </p>
        {(why || note) && (
          <p className="mt-0.5 text-14 wrap-anywhere text-text-2">{why ? t(why) : note}</p>
        )}
      </div>
      <span className="text-14 text-text-3 tabular-nums max-sm:col-start-2 max-sm:row-start-2">
        {time}
      </span>
      <span
        className={cx(
          'text-right text-16 font-semibold tabular-nums max-sm:col-start-3 max-sm:row-start-1 sm:min-w-14',
          toneOf(points, action),
        )}
      >
        {signed(points, number)}
      </span>
    </li>
  );
}

/** The reason of a bonus: 'Três aulas em 24 horas, bônus do dia'. */
function Bonus({ entry: { object_kind, bonus_of } }: { entry: Entry }) {
  const { t, number } = useTranslation();
  const many = amounts[object_kind];
  const name = <b className="font-semibold text-text">{t('bônus do dia')}</b>;
  if (!many || bonus_of.length === 0) return name;
  const count = bonus_of.length;
  return (
    <>
      {t('{{what}} em 24 horas,', { what: t(many, { count, number: number(count) }) })} {name}
    </>
  );
}

/** The thing of an entry with its link. Deleted things and posts without text have a name too. */
function Thing({ entry: { action, thing, object_kind } }: { entry: Entry }) {
  const { t } = useTranslation();
  if (!thing) return null;
  const { kind, title, url, place } = thing;
  const name =
    title ||
    (place
      ? t('uma publicação em {{place}}', { place })
      : t(removedThings[kind] ?? 'algo que não existe mais'));
  return (
    <>
      {action === 'like' && object_kind === 'post_comment' && <>{t('um comentário em')} </>}
      {url ? (
        <Link to={url} className="font-semibold text-text hover:underline">
          {name}
        </Link>
      ) : (
        <b className="font-semibold text-text">{name}</b>
      )}
    </>
  );
}

function toneOf(points: number, action: Entry['action']) {
  if (points === 0) return 'text-text-3';
  return action === 'bonus' ? 'text-(--brand-ink)' : 'text-text';
}
