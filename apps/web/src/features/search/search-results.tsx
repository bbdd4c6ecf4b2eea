import type { SearchKind, SearchResult } from '@vitrine/contract/search';
import { BookOpen, Layers, Lock, MessageCircle, PlayCircle, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { normalizeForSearch } from '../../ui/search-match.ts';
import { useTranslation } from '../../ui/translation.ts';

export const kindLabels: Record<SearchKind, string> = {
  course: 'Cursos',
  module: 'Módulos',
  lesson: 'Aulas',
  post: 'Publicações',
  person: 'Pessoas',
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
  result: SearchResult;
  query: string;
  /** The row that Enter opens. */
  active?: boolean;
  id?: string;
  onOpen?: () => void;
}

/** One thing that was found: what it is, where it belongs, and the words around. */
export function Result({ result, query, active = false, id, onOpen }: ResultProps) {
  const { t } = useTranslation();
  const { kind, title, excerpt, url, course_title, community_title, locked } = result;
  const Icon = icons[kind];
  const facts = [t(kindNames[kind]), course_title, community_title].filter(Boolean).join(' · ');
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
        <Avatar name={title} src={result.photo_url} size={40} />
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
        {excerpt && (
          <span className="mt-0.5 line-clamp-2 block text-14 text-text-2">
            <Marked text={excerpt} query={query} />
          </span>
        )}
      </span>
      {locked && (
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

/** Marks the words that begin with a word of the query. */
function Marked({ text, query }: { text: string; query: string }) {
  const words = normalizeForSearch(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return text.split(/([^\p{L}\p{N}]+)/u).map((part, index) => {
    const isMatch =
      index % 2 === 0 && words.some((word) => normalizeForSearch(part).startsWith(word));
    return isMatch ? (
      <mark key={index} className="bg-transparent text-brand-ink">
        {part}
      </mark>
    ) : (
      part
    );
  });
}
