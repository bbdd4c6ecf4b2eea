import { useState } from 'react';
import { CourseEnd, type CourseEndProps } from './course-end.tsx';
import { NextUp, type NextLesson } from './next-up.tsx';

/** The steps after the end of a lesson. */
export interface NextSteps {
  next: NextLesson | null;
  /** The course that this lesson completes. Null where more lessons follow. */
  ends: CourseEndProps['course'] | null;
  /** The lesson waits for its quiz, below the video. Nobody is taken away from it. */
  waits?: boolean;
}

interface EndingOptions extends NextSteps {
  /** Id of the playing lesson. A viewer who stays on it is not asked again. */
  id: number;
  ended: boolean;
  onAgain: () => void;
}

/** The overlay at the end: the next lesson or the end of the course. Null before the end. */
export function useEnding({ id, ended, next, ends, waits = false, onAgain }: EndingOptions) {
  const [staysAt, setStaysAt] = useState<number | null>(null);
  if (!ended || waits || staysAt === id) return null;
  const stay = () => setStaysAt(id);
  if (next) return <NextUp next={next} onStay={stay} />;
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
