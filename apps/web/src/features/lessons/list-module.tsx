import type { Lesson } from '@vitrine/contract/catalog';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { ListRow } from './list-row.tsx';

interface ListModuleProps {
  module: Lesson['modules'][number];
  number: number;
  courseId: number;
  /** The lesson that plays, where it is one of these. */
  current: number | null;
  startsOpen: boolean;
  /** Of its title, under whatever stands above the list. */
  heading: 'h2' | 'h3';
}

/** A module of the list; closed ones cost nothing, so that a list of 1,200 is as quick as one of 12. */
export function ListModule({
  module,
  number,
  courseId,
  current,
  startsOpen,
  heading: Heading,
}: ListModuleProps) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? startsOpen;
  const { title, lessons } = module;
  const done = lessons.filter(({ finished }) => finished).length;
  return (
    <section className="list-module">
      <Heading>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="list-module-head"
          onClick={() => setChosen(!open)}
        >
          <ChevronRight
            size={16}
            strokeWidth={2}
            aria-hidden="true"
            className={open ? 'rotate-90' : ''}
          />
          <span className="line-clamp-2 flex-1 wrap-anywhere">
            {number}. {title}
          </span>
          <span className="shrink-0 text-13 font-normal text-text-2 tabular-nums">
            {t('{{done}} de {{total}}', { done, total: lessons.length })}
          </span>
        </button>
      </Heading>
      <ul id={id} hidden={!open}>
        {open &&
          lessons.map((entry) => (
            <ListRow
              key={entry.id}
              entry={entry}
              courseId={courseId}
              plays={entry.id === current}
            />
          ))}
      </ul>
    </section>
  );
}
