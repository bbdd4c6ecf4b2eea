import { useState } from 'react';
import { CourseEnd, type CourseEndProps } from './course-end.tsx';
import { NextUp } from './next-up.tsx';

/** Where one goes from the end of a lesson. */
export interface NextSteps {
  next: { title: string; go: () => void } | null;
  /** The course that is done with this lesson; null where there is more to come. */
  ends: CourseEndProps['course'] | null;
}

interface Ending extends NextSteps {
  /** Of the lesson that plays: whoever stays there is asked no more. */
  id: number;
  ended: boolean;
  onAgain: () => void;
}

/** What lies over the last picture: the next lesson, or the end of the course; null over every other. */
export function useEnding({ id, ended, next, ends, onAgain }: Ending) {
  const [staysAt, setStaysAt] = useState<number | null>(null);
  if (!ended || staysAt === id) return null;
  const stay = () => setStaysAt(id);
  if (next) return <NextUp title={next.title} onGo={next.go} onStay={stay} />;
  return (
    ends && (
      <CourseEnd
        course={ends}
        onAgain={() => {
          stay();
          onAgain();
        }}
      />
    )
  );
}
