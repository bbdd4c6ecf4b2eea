import type { SearchKind, SearchResult } from '@vitrine/contract/search';
import {
  BookOpen,
  Layers,
  Lock,
  MessageCircle,
  PlayCircle,
  Settings2,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
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
export type Found = SearchResult | (SettingToFind & { kind: 'setting' });

/** The settings whose title has each word of the query at the beginning of one of its own. */
export function findSettings(
  settings: readonly SettingToFind[],
  query: string,
  t: (text: string) => string,
): Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return settings
    .map(({ title, place, ...rest }) => ({ ...rest, title: t(title), place: t(place) }))
    .filter(({ title }) => {
      const own = wordsOf(title);
      return words.every((word) => own.some((one) => one.startsWith(word)));
    })
    .map((setting) => ({ ...setting, kind: 'setting' as const }));
}

export const kindLabels: Record<Found['kind'], string> = {
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

const icons: Partial<Record<SearchKind, LucideIcon>> = {
  course: BookOpen,
  module: Layers,
  lesson: PlayCircle,
  post: MessageCircle,
};

interface ResultProps {
  result: Found;
  query: string;
  /** The row that Enter opens. */
  active?: boolean;
  id?: string;
  onOpen?: () => void;
}

/** A result with its kind, place and excerpt. */
export function Result({ result, query, active = false, id, onOpen }: ResultProps) {
  const { t } = useTranslation();
  const { kind, title, url } = result;
  const thing = kind === 'setting' ? null : result;
  const Icon = kind === 'setting' ? Settings2 : icons[kind];
  const facts =
    kind === 'setting'
      ? result.place
      : [t(kindNames[kind]), result.course_title, result.community_title]
          .filter(Boolean)
          .join(' · ');
  return (
    <li
      id={id}
      className={cx(
        'relative flex items-center gap-4 rounded-card px-3 py-2.5',
        active ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      {Icon ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-surface-3 text-text-2">
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : (
        <Avatar name={title} src={thing?.photo_url ?? null} size={40} />
      )}
      <span className="min-w-0 flex-1">
        {url ? (
          <Link
            to={url}
            onClick={onOpen}
            className="block truncate text-16 font-medium text-text after:absolute after:inset-0 after:rounded-card"
          >
            <Marked text={title} query={query} />
          </Link>
        ) : (
          <span className="block truncate text-16 font-medium text-text">
            <Marked text={title} query={query} />
          </span>
        )}
        <span className="block truncate text-14 text-text-2">{facts}</span>
        {thing?.excerpt && (
          <span className="mt-0.5 line-clamp-2 block text-14 text-text-2">
            <Marked text={thing.excerpt} query={query} />
          </span>
        )}
      </span>
      {thing?.locked && (
        <Lock
          size={16}
          strokeWidth={1.75}
          className="shrink-0 text-text-3"
          aria-label={t('bloqueado')}
        />
      )}
    </li>
  );
}

const wordsOf = (text: string) =>
  normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Marks the words that begin with a word of the query. In a text without any, it marks the words
 * that are one slip away.
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
  return parts.map((part, index) =>
    marks[index] ? (
      <mark key={index} className="bg-transparent text-brand-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
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
  ].some(([its, wanted]) => its!.startsWith(wanted!));
}
