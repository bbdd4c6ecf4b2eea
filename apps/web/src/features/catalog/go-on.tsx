import type { LessonEntry } from '@vitrine/contract/catalog';
import type { Kind } from '@vitrine/contract/favorites';
import { lessonHref } from '@vitrine/contract/urls';
import { Heart, Play, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useFavorite } from '../favorites/favorites.queries.ts';

interface GoOnProps {
  kind: Kind;
  id: number;
  title: string;
  courseId: number;
  modules: readonly { lessons: LessonEntry[] }[];
}

/** The primary button, to the lesson where the viewer stopped, and the favourite button. */
export function GoOn({ kind, id, title, courseId, modules }: GoOnProps) {
  const { t } = useTranslation();
  const favorite = useFavorite(kind, id);
  const { next, begun } = courseProgress(modules);
  const first = modules.find(({ lessons }) => lessons.length)?.lessons[0];
  const goal = next ?? first;
  const isBegun = next && begun;
  const start = next ? t('Começar') : t('Ver de novo');
  const name = isBegun ? t('Continuar: {{title}}', { title: next.title }) : start;
  return (
    <div className="mt-6 flex items-center gap-3">
      {goal && (
        <Link
          to={lessonHref(courseId, goal.title, goal.id)}
          aria-label={isBegun ? name : undefined}
          className={cx(buttonClass('primary', 'lg'), 'min-w-0 shrink!')}
        >
          {next ? (
            <Play
              size={18}
              fill="currentColor"
              strokeWidth={0}
              aria-hidden="true"
              className="shrink-0"
            />
          ) : (
            <RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          )}
          {isBegun ? (
            <>
              {/* A phone has no room for the name, and marks the lesson in the list below. */}
              <span className="sm:hidden">{t('Continuar')}</span>
              <span className="truncate max-sm:hidden">{name}</span>
            </>
          ) : (
            name
          )}
        </Link>
      )}
      <Button
        size="lg"
        aria-pressed={favorite.on}
        aria-label={t('Minha lista: {{title}}', { title })}
        className={cx('w-12 px-0!', favorite.on && 'text-brand-ink!')}
        onClick={() => favorite.change(!favorite.on)}
      >
        <Heart
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          fill={favorite.on ? 'currentColor' : 'none'}
        />
      </Button>
    </div>
  );
}
