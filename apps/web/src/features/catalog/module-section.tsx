import type { Module } from '@vitrine/contract/catalog';
import { moduleHref } from '@vitrine/contract/urls';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { DraftBadge } from '../../kit/page/draft-badge.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { LessonLine } from './lesson-line.tsx';

interface ModuleSectionProps {
  module: Module;
  number: number;
  startsOpen: boolean;
  /** The lesson to continue, once the viewer has begun. */
  nextId: number | undefined;
  /** Limit of shown lessons. Undefined: all. */
  atMost?: number | undefined;
}

/** A module of the course. A closed one renders no lessons. */
export function ModuleSection({ module, number, startsOpen, nextId, atMost }: ModuleSectionProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [open, setOpen] = useState(startsOpen);
  const { id, course_id, title, lessons } = module;
  const finishedCount = lessons.filter(({ finished }) => finished).length;
  const shown = open ? lessons.slice(0, atMost) : [];
  return (
    <section className="module-section" style={{ '--lessons': shown.length }}>
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={listId}
            className="module-head"
            onClick={() => setOpen(!open)}
          >
            <ChevronRight
              size={18}
              strokeWidth={2}
              aria-hidden="true"
              className={open ? 'rotate-90' : ''}
            />
            <span className="line-clamp-2 wrap-anywhere">{`${number}.\u00a0${title}`}</span>
            {!module.published && <DraftBadge />}
          </button>
        </h2>
        <Link to={moduleHref(id)} className="module-amount">
          <span className="sr-only">{title}: </span>
          {finishedCount
            ? t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', {
                done: finishedCount,
                count: lessons.length,
              })
            : t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: lessons.length })}
        </Link>
      </div>
      <ul id={listId} hidden={!open}>
        {open && lessons.length === 0 && (
          <li className="px-3 pb-4 text-15 text-text-2">{t('As aulas ainda estão a caminho')}</li>
        )}
        {shown.map((entry) => (
          <LessonLine
            key={entry.id}
            entry={entry}
            courseId={course_id}
            isNext={entry.id === nextId}
          />
        ))}
      </ul>
    </section>
  );
}
