import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { courseHref, lessonHref } from '@vitrine/contract/urls';
import { BookOpen, MapPin, PlayCircle, Users, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { takeEscape } from '../../ui/escape.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { matchesSearch } from '../../ui/search-match.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useContractQuery } from '../queries/contract-query.ts';
import { QueryError } from '../queries/query-error.tsx';

/** A page of this school that a link can lead to. */
export interface Place {
  path: string;
  /** 'Curso: Fotografia'. */
  name: string;
}

/** A button that opens a search over the school's courses, lessons and communities. */
export function PlacePicker({ onChoose }: { onChoose: (place: Place) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close() {
    setOpen(false);
    toggle.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    takeEscape(event);
    close();
  }

  return (
    <div>
      <Button
        ref={toggle}
        variant="ghost"
        size="sm"
        className="-ml-2"
        icon={<MapPin size={16} strokeWidth={2} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {t('Escolher um lugar do site')}
      </Button>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes it
        <div
          id={id}
          className="mt-1.5 rounded-control border border-line-2 bg-surface-2 p-2"
          onKeyDown={onKeyDown}
        >
          <Places
            onChoose={(place) => {
              onChoose(place);
              close();
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Results per kind before a search. */
const MAX_RESULTS = 6;

function Places({ onChoose }: { onChoose: (place: Place) => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { places, failed, pending } = usePlaces(search);
  const input = useRef<HTMLDivElement>(null);
  useEffect(() => input.current?.querySelector('input')?.focus(), [input]);

  return (
    <div ref={input} className="grid grid-cols-1 gap-2">
      <SearchField label={t('Buscar no site')} delay={250} onSearch={setSearch} />
      {failed ? (
        <QueryError query={failed} title={t('A busca não carregou')} />
      ) : (
        <ul
          aria-label={t('Lugares do site')}
          aria-busy={pending || undefined}
          className="quiet-scroll max-h-64 overflow-y-auto"
        >
          {places.map(({ icon: Icon, title, fact, ...place }) => (
            <li key={place.path}>
              <button
                type="button"
                onClick={() => onChoose(place)}
                className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left text-14 text-text hover:bg-hover"
              >
                <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{title}</span>
                  <span className="block truncate text-13 text-text-2">{fact}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!failed && (
        <p role="status" className="px-2 text-13 text-text-2 empty:hidden">
          {pending && t('Carregando')}
          {!pending && places.length === 0 && t('Nada encontrado')}
          {!pending &&
            places.length > 0 &&
            (search === ''
              ? t('Busque para achar também uma aula.')
              : t('{{total}} resultado|{{total}} resultados', {
                  count: places.length,
                  total: places.length,
                }))}
        </p>
      )}
    </div>
  );
}

/** The courses, lessons and communities that match. Lessons are found by a search only. */
function usePlaces(search: string) {
  const { t } = useTranslation();
  const courses = useContractQuery(catalog.coursesToPick, {});
  const index = useContractQuery(communities.index, {});
  const lessons = useContractQuery(
    catalog.searchLessons,
    { params: { term: search }, query: {} },
    { enabled: search !== '' },
  );
  const results = search === '' ? [courses, index] : [courses, index, lessons];
  const failed = results.find(({ isError }) => isError);
  const pending = results.some(({ isPending }) => isPending);
  const matching = <One extends { title: string }>(all: readonly One[] | undefined) =>
    (all ?? []).filter(({ title }) => matchesSearch(title, search)).slice(0, MAX_RESULTS);
  const places: PlaceRow[] = [
    ...matching(courses.data).map(({ id, title }) => ({
      icon: BookOpen,
      title,
      fact: t('Curso'),
      path: courseHref(id),
      name: t('Curso: {{title}}', { title }),
    })),
    ...(search === '' ? [] : (lessons.data?.data ?? [])).map(
      ({ id, title, course_id, course_title }) => ({
        icon: PlayCircle,
        title,
        fact: course_title,
        path: lessonHref(course_id, title, id),
        name: t('Aula: {{title}}', { title }),
      }),
    ),
    ...matching(index.data).map(({ id, title, tenant_id }) => ({
      icon: Users,
      title,
      fact: t('Comunidade'),
      path: communityHref(tenant_id, id),
      name: t('Comunidade: {{title}}', { title }),
    })),
  ];
  return { places, failed, pending };
}

interface PlaceRow extends Place {
  icon: LucideIcon;
  title: string;
  fact: string;
}
