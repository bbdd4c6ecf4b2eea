import type { LessonEntry, Module } from '@vitrine/contract/catalog';
import { FolderInput } from 'lucide-react';
import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { LessonMoves } from './lesson-moves.ts';

interface MoveLessonsProps extends LessonMoves {
  /** Empty while nobody asks. */
  lessons: readonly LessonEntry[];
  onClose: () => void;
  onMoved?: () => void;
}

/** 'Mover para…': one press moves the lessons to the end of another module. */
export function MoveLessons({ lessons, modules, move, onClose, onMoved }: MoveLessonsProps) {
  const { t } = useTranslation();
  const ids = lessons.map(({ id }) => id);
  const isHome = ({ lessons: own }: Module) =>
    ids.every((id) => own.some((lesson) => lesson.id === id));

  async function moveTo(module: Module) {
    onClose();
    if (await move({ ids, moduleId: module.id, beforeId: null })) onMoved?.();
  }

  return (
    <Dialog
      open={lessons.length > 0}
      onClose={onClose}
      title={t('Mover para…')}
      description={
        lessons.length === 1
          ? lessons[0]!.title
          : t('{{count}} aula|{{count}} aulas', { count: lessons.length })
      }
      width={420}
    >
      <ul className="-mx-3 grid gap-0.5">
        {modules
          .filter((module) => !isHome(module))
          .map((module) => (
            <li key={module.id}>
              <button
                type="button"
                onClick={() => void moveTo(module)}
                className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-14 font-medium hover:bg-hover"
              >
                <FolderInput
                  size={18}
                  strokeWidth={1.75}
                  className="shrink-0 text-text-3"
                  aria-hidden="true"
                />
                <span className="min-w-0 truncate">{module.title}</span>
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
