import type { Lesson } from '@vitrine/contract/catalog';
import { ListVideo } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { LessonList } from './lesson-list.tsx';

const loadSideSheet = async () => ({
  default: (await import('../../ui/side-sheet.tsx')).SideSheet,
});

interface LessonSheetProps {
  lesson: Lesson;
  /** True where the button lies over the image. */
  over?: boolean;
}

/** The course's list behind a button, for templates that give it no column. */
export function LessonSheet({ lesson, over = false }: LessonSheetProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const { pathname } = useLocation();
  useEffect(() => setState((now) => (now === 'open' ? 'closed' : now)), [pathname]);
  const { done, count } = courseProgress(lesson.modules);
  const label = t('Aulas {{done}}/{{total}}', { done, total: count });
  const icon = <ListVideo size={18} strokeWidth={1.75} aria-hidden="true" />;
  return (
    <>
      {over ? (
        <button
          type="button"
          className="player-action player-corner"
          onClick={() => setState('open')}
        >
          {icon}
          <span className="player-corner-label">{label}</span>
        </button>
      ) : (
        <Button icon={icon} onClick={() => setState('open')}>
          {label}
        </Button>
      )}
      {state !== 'never' && (
        <LatePart load={loadSideSheet} onFail={() => setState('never')}>
          {(SideSheet) => (
            <SideSheet
              open={state === 'open'}
              onClose={() => setState('closed')}
              label={t('Aulas do curso')}
              title={lesson.course.title}
              phone="bottom"
            >
              <div className="-mx-3">
                <LessonList lesson={lesson} bare />
              </div>
            </SideSheet>
          )}
        </LatePart>
      )}
    </>
  );
}
