import type { ShownLevel } from '@vitrine/contract/gamification';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';

/** A member's level beside the name: its image or a dot in its colour, and its name. */
export function LevelChip({ level, className }: { level: ShownLevel; className?: string }) {
  const { t } = useTranslation();
  return (
    <span
      title={level.name}
      className={cx(
        'inline-flex h-6 max-w-36 min-w-0 shrink-0 items-center gap-1.5 rounded-full border border-line pr-2.5 pl-1.5 text-12 font-semibold text-text-2',
        className,
      )}
    >
      <LevelMark level={level} />
      <span className="sr-only">{t('Nível')} </span>
      <span className="truncate">{level.name}</span>
    </span>
  );
}

/** The level's image, or a dot in its colour. Decorative: the name stands beside it. */
export function LevelMark({ level }: { level: ShownLevel }) {
  return level.url_img ? (
    <img
      src={level.url_img}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      className="size-4 shrink-0 rounded-full object-cover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="mx-0.5 size-2.5 shrink-0 rounded-full border border-line-2"
      style={{ background: level.color }}
    />
  );
}
