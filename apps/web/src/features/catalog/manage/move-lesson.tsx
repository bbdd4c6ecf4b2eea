import type { LessonEntry, Module } from '@vitrine/contract/catalog';
import { FolderInput } from 'lucide-react';
import { useTranslation } from '../../../ui/translation.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useMoveLesson } from './courses.queries.ts';

interface MoveLessonProps {
  lesson: LessonEntry | null;
  modules: readonly Module[];
  onClose: () => void;
}

/** 'Mover para…': one press moves the lesson to the end of another module. */
export function MoveLesson({ lesson, modules, onClose }: MoveLessonProps) {
  const { t } = useTranslation();
  const move = useMoveLesson();
  const home = modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson?.id));

  async function moveTo(module: Module) {
    if (!lesson) return;
    onClose();
    try {
      await move.mutateAsync({ params: { id: lesson.id }, body: { module_id: module.id } });
      toast.success(t('Aula movida para {{name}}.', { name: module.title }));
    } catch (error) {
      toast.error((error as Error).message);
    }
  }

  return (
    <Dialog
      open={lesson !== null}
      onClose={onClose}
      title={t('Mover para…')}
      description={lesson?.title}
      width={420}
    >
      <ul className="-mx-3 grid gap-0.5">
        {modules
          .filter((module) => module !== home)
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
