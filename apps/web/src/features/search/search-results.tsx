import type { SearchKind, SearchResult } from '@vitrine/contract/search';
import { CornerDownLeft, Lock, MessageCircle, Settings2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { lockReason } from '../../kit/cards/card-facts.ts';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { Cover } from '../../kit/cards/cover.tsx';
import { relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Key } from '../../ui/key.tsx';
import { normalizeForSearch } from '../../ui/search-match.ts';
import { useTranslation } from '../../ui/translation.ts';

/** A panel of the edit drawer or a page of the team. */
export interface SettingToFind {
  id: string;
  title: string;
  /** Its course, community or panel. */
  place: string;
  url: string;
}

/** A result: a thing that the server found, or a setting. */
export type FoundItem = SearchResult | (SettingToFind & { kind: 'setting' });

/** The settings whose title has each word of the query at the beginning of one of its own. */
export function findSettings(
  settings: readonly SettingToFind[],
  query: string,
  t: (text: string) => string,
): FoundItem[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return settings
    .map(({ title, place, ...rest }) => ({ ...rest, title: t(title), place: t(place) }))
    .filter(({ title }) => {
      const titleWords = wordsOf(title);
      return words.every((word) => titleWords.some((one) => one.startsWith(word)));
    })
    .map((setting) => ({ ...setting, kind: 'setting' as const }));
}

/** The headings of groups, as keys of `t`. */
export const kindLabels: Record<FoundItem['kind'], string> = {
  course: 'Cursos',
  module: 'Módulos',
  lesson: 'Aulas',
  post: 'Publicações',
  person: 'Pessoas',
  setting: 'Ajustes',
};

const kindNames: Record<SearchKind, string> = {
  course: 'Curso',
  module: 'Módulo',
  lesson: 'Aula',
  post: 'Publicação',
  person: 'Pessoa',
};

interface ResultProps {
  result: FoundItem;
  query: string;
  /** The row that Enter opens. */
  active?: boolean;
  /** Makes the row an option that the field's arrow keys choose. Without it, the row has a link. */
  id?: string | undefined;
  /** Told instead of its place, where it was opened from an earlier search. */
  openedAt?: string | null;
  onOpen?: () => void;
}

/** A result with its kind, place and excerpt. */
export function Result({ result, query, active = false, id, openedAt, onOpen }: ResultProps) {
  const { t, i18n } = useTranslation();
  const { kind, title, url } = result;
  const thing = kind === 'setting' ? null : result;
  const facts =
    kind === 'setting'
      ? result.place
      : (openedAt
          ? [t(kindNames[kind]), relativeTime(openedAt, { t, i18n })]
          : [t(kindNames[kind]), result.course_title, result.community_title]
        )
          .filter(Boolean)
          .join(' · ');
  const option = id
    ? ({ role: 'option', id, 'aria-selected': active, 'aria-describedby': `${id}-facts` } as const)
    : undefined;
  return (
    <li
      role={id && 'none'}
      className={cx(
        'relative flex items-center gap-3 rounded-card px-3 py-2.5 sm:gap-4',
        active ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <ResultImage result={result} />
      <span className="min-w-0 flex-1">
        {url ? (
          <Link
            {...option}
            to={url}
            onClick={onOpen}
            className="line-clamp-2 text-16 font-medium wrap-anywhere text-text after:absolute after:inset-0 after:rounded-card"
          >
            <Marked text={title} query={query} />
          </Link>
        ) : (
          <span
            {...option}
            aria-disabled={option && true}
            className="line-clamp-2 text-16 font-medium wrap-anywhere text-text"
          >
            <Marked text={title} query={query} />
          </span>
        )}
        <span id={id && `${id}-facts`} className="flex items-center gap-3 text-14 text-text-2">
          <span className="truncate">{facts}</span>
          {thing?.locked && (
            <span className="flex max-w-1/2 shrink-0 items-center gap-1.5 text-13">
              <Lock size={14} strokeWidth={2} className="shrink-0" aria-hidden="true" />
              {/* A word, because a list of options may hold no image. */}
              <span className="sr-only">{t('bloqueado')}</span>
              <span className="truncate">{lockReason(t, thing)}</span>
            </span>
          )}
        </span>
        {thing?.excerpt && (
          <span className="mt-0.5 line-clamp-2 text-14 text-text-2">
            <Marked text={thing.excerpt} query={query} />
          </span>
        )}
      </span>
      {active && (
        <Key className="shrink-0">
          <CornerDownLeft size={14} strokeWidth={2} aria-hidden="true" />
        </Key>
      )}
    </li>
  );
}

const iconByKind: Partial<Record<FoundItem['kind'], LucideIcon>> = {
  setting: Settings2,
  post: MessageCircle,
};

/** A cover, a face or a sign, all as wide: the titles beside them share one edge. */
function ResultImage({ result }: { result: FoundItem }) {
  const { kind, title } = result;
  if (kind === 'person')
    return (
      <span className="mt-0.5 grid w-14 shrink-0 place-items-center self-start sm:w-18">
        <Avatar name={title} src={result.photo_url} size={40} />
      </span>
    );
  const Icon = iconByKind[kind];
  return (
    <span className="relative mt-0.5 grid h-8 w-14 shrink-0 place-items-center self-start overflow-hidden rounded-control bg-surface-3 text-text-2 sm:h-10 sm:w-18">
      {Icon ? (
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        kind !== 'setting' && (
          <Cover src={result.cover} seed={courseSeed(result.course_id ?? 0)} sizes="72px" />
        )
      )}
    </span>
  );
}

/** Said where nothing has the words as they were typed. */
export function SlipNote({ results, query }: { results: readonly SearchResult[]; query: string }) {
  const { t } = useTranslation();
  if (!results.length || results.some((one) => one.as_typed)) return null;
  return (
    <p className="px-3 pt-3 text-14 text-text-2">
      {t('Nada com “{{query}}” exatamente assim. Isto é o que mais se parece.', { query })}
    </p>
  );
}

const wordsOf = (text: string) =>
  normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Marks the words that begin with a word of the query. In a text without any, it marks the words
 * that are one typo away.
 */
function Marked({ text, query }: { text: string; query: string }) {
  const words = wordsOf(query);
  const parts = text.split(/([^\p{L}\p{N}]+)/u);
  const marked = (matches: (part: string, word: string) => boolean) =>
    parts.map(
      (part, index) =>
        index % 2 === 0 && words.some((word) => matches(normalizeForSearch(part), word)),
    );
  const plain = marked((part, word) => part.startsWith(word));
  const marks = plain.includes(true) ? plain : marked(isSlip);
  return runsOf(parts, marks).map((run, index) =>
    run.isMarked ? (
      <mark key={index} className="bg-transparent font-semibold text-brand-ink">
        {run.text}
      </mark>
    ) : (
      run.text
    ),
  );
}

/** Joins what lies between two marks. A screen reader stops at each text of its own. */
function runsOf(parts: string[], marks: boolean[]) {
  const runs: { text: string; isMarked: boolean }[] = [];
  for (const [index, text] of parts.entries()) {
    const last = runs.at(-1);
    if (last && !last.isMarked && !marks[index]) last.text += text;
    else runs.push({ text, isMarked: marks[index]! });
  }
  return runs;
}

/** True where the part begins with the word, except for one changed, added or missing letter. */
function isSlip(part: string, word: string) {
  if (word.length < 4) return false;
  let at = 0;
  while (at < word.length && part[at] === word[at]) at += 1;
  const rest = part.slice(at);
  return [
    [rest.slice(1), word.slice(at + 1)],
    [rest.slice(1), word.slice(at)],
    [rest, word.slice(at + 1)],
  ].some(([its, searched]) => its!.startsWith(searched!));
}
