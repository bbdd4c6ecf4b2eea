import type { Lesson } from '@vitrine/contract/catalog';
import { useId, useState } from 'react';
import { DisclosureHeading } from '../../ui/disclosure-heading.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ListRow } from './list-row.tsx';

interface ListModuleProps {
  module: Lesson['modules'][number];
  number: number;
  courseId: number;
  /** The lesson that plays, where it is one of these. */
  current: number | null;
  startsOpen: boolean;
  /** Heading level of the title, by what is above the list. */
  heading: 'h2' | 'h3';
}

/**
 * A module of the list. A closed one renders no lessons, so a list of 1,200 is as fast as one of
 * 12.
 */
export function ListModule({
  module,
  number,
  courseId,
  current,
  startsOpen,
  heading,
}: ListModuleProps) {
  const { t } = useTranslation();
  const id = useId();
  const [userOpened, setUserOpened] = useState<boolean | null>(null);
  const open = userOpened ?? startsOpen;
  const { title, lessons } = module;
  const finishedCount = lessons.filter(({ finished }) => finished).length;
  return (
    <section className="list-module">
      <DisclosureHeading
        heading={heading}
        listId={id}
        open={open}
        onToggle={() => setUserOpened(!open)}
        className="list-module-head"
        amount={t('{{done}} de {{total}}', { done: finishedCount, total: lessons.length })}
      >
        {`${number}.\u00a0${title}`}
      </DisclosureHeading>
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
