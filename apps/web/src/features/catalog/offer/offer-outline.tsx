import type { Course, LessonEntry, Module } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { lessonHref } from '@vitrine/contract/urls';
import { CirclePlay, ClipboardCheck, FileText, Link2, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { Cover } from '../../../kit/cards/cover.tsx';
import { andList } from '../../../platform/list-words.ts';
import { DisclosureHeading } from '../../../ui/disclosure-heading.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { PlayDisc } from './offer-card.tsx';
import { sampleOf, useProductNames } from './offer-facts.ts';

/** The outline of the course. One line tells what is open, so rows need no lock. */
export function OfferOutline({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { modules } = course;
  const sample = sampleOf(course);
  if (!modules.some(({ lessons }) => lessons.length)) return null;
  const starts = numbersBefore(modules);
  const first = modules.find(({ lessons }) => lessons.some((one) => one === sample)) ?? modules[0];
  return (
    <section aria-labelledby="offer-outline" className="mt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="offer-outline" className="site-title text-22">
          {t('Aulas')}
        </h2>
        <WhatIsOpen course={course} />
      </div>
      {modules.map((module, index) => (
        <OutlineModule
          key={module.id}
          module={module}
          number={index + 1}
          startsAt={starts[index]!}
          startsOpen={module === first}
          cover={course.cover}
        />
      ))}
    </section>
  );
}

/** Lessons are counted through the whole course. */
function numbersBefore(modules: Module[]) {
  let count = 0;
  return modules.map(({ lessons }) => {
    const before = count;
    count += lessons.length;
    return before;
  });
}

function WhatIsOpen({ course }: { course: Course }) {
  const { t, i18n } = useTranslation();
  const names = useProductNames(course.upsell!);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const open = lessons.flatMap(({ locked }, at) => (locked ? [] : [at + 1]));
  if (!names && open.length === 0) return null;
  const numbers = andList(open.map(String), i18n.language);
  const sentence =
    open.length === 0
      ? t('As aulas abrem com {{names}}.', { names })
      : [
          t('A aula {{numbers}} está aberta.|As aulas {{numbers}} estão abertas.', {
            numbers,
            count: open.length,
          }),
          ...(names && open.length < lessons.length
            ? [t('As outras, com {{names}}.', { names })]
            : []),
        ].join(' ');
  return (
    <p className="flex items-start gap-2 text-14 text-text-2">
      <Lock size={14} strokeWidth={2} className="mt-1 shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere">{sentence}</span>
    </p>
  );
}

interface OutlineModuleProps {
  module: Module;
  number: number;
  /** Number of lessons before it. */
  startsAt: number;
  startsOpen: boolean;
  cover: string | null;
}

function OutlineModule({ module, number, startsAt, startsOpen, cover }: OutlineModuleProps) {
  const { t, i18n } = useTranslation();
  const listId = useId();
  const [open, setOpen] = useState(startsOpen);
  const { title, lessons, course_id } = module;
  const seconds = lessons.reduce((sum, one) => sum + (one.duration_seconds ?? 0), 0);
  const amount = [
    t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: lessons.length }),
    ...(seconds ? [inWords(seconds, i18n.language)] : []),
  ].join(', ');
  return (
    <section className="offer-module">
      <DisclosureHeading
        heading="h3"
        listId={listId}
        open={open}
        onToggle={() => setOpen(!open)}
        className="offer-module-head"
        amount={amount}
      >
        {`${number}.\u00a0${title}`}
      </DisclosureHeading>
      <ol id={listId} hidden={!open} className="pb-3">
        {open &&
          lessons.map((entry, at) =>
            entry.locked ? (
              <ClosedLesson key={entry.id} entry={entry} number={startsAt + at + 1} />
            ) : (
              <SampleLesson key={entry.id} entry={entry} courseId={course_id} cover={cover} />
            ),
          )}
      </ol>
    </section>
  );
}

const kinds = { video: CirclePlay, text: FileText, link: Link2, quiz: ClipboardCheck };

function ClosedLesson({ entry, number }: { entry: LessonEntry; number: number }) {
  const { i18n } = useTranslation();
  const { title, kind, duration_seconds } = entry;
  const Icon = kinds[kind];
  return (
    <li className="offer-lesson">
      <span className="w-6 shrink-0 text-14 text-text-3 tabular-nums">{number}</span>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{title}</span>
      <span className="flex shrink-0 items-center gap-2 text-14 tabular-nums">
        <Icon size={16} strokeWidth={2} aria-hidden="true" />
        {duration_seconds !== null && inWords(duration_seconds, i18n.language)}
      </span>
    </li>
  );
}

interface SampleLessonProps {
  entry: LessonEntry;
  courseId: number;
  /** The course's. */
  cover: string | null;
}

function SampleLesson({ entry, courseId, cover }: SampleLessonProps) {
  const { t, i18n } = useTranslation();
  const { id, title, duration_seconds } = entry;
  return (
    <li>
      <Link to={lessonHref(courseId, title, id)} className="offer-sample-row">
        <span className="offer-sample-thumb">
          <Cover src={entry.cover ?? cover} seed={courseSeed(courseId)} sizes="168px" />
          <PlayDisc />
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-3 font-semibold wrap-anywhere text-text">{title}</span>
          <span className="text-14 text-text-2">
            {duration_seconds === null
              ? t('Aula de amostra')
              : t('Aula de amostra, {{time}}', { time: inWords(duration_seconds, i18n.language) })}
          </span>
        </span>
      </Link>
    </li>
  );
}
