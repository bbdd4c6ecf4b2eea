import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { outline } from '../preview/outline.ts';
import type { StepRow } from './step-rows.tsx';

interface StepProps extends StepRow {
  /** The first step that is not done. Its button is emphasised. */
  isNext: boolean;
}

/** The link's area is its whole step. */
const WHOLE_STEP = 'static after:absolute after:inset-0 after:size-auto after:transform-none';

/** A step with its button. Done, it leads to what it has made. */
export function Step({ done, isNext, title, text, image, section, label, to, onPress }: StepProps) {
  const { t } = useTranslation();
  const openLook = isNext ? 'primary' : 'secondary';
  const look = done ? 'ghost' : openLook;
  const content = done ? (
    <>
      {onPress ? label : t('Mudar')}
      <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
    </>
  ) : (
    label
  );
  const showPlace = () => section && outline(section.id, { name: section.name });
  const hidePlace = () => section && outline(null);
  const pointing = {
    onPointerEnter: showPlace,
    onPointerLeave: hidePlace,
    onFocus: showPlace,
    onBlur: hidePlace,
  };
  const name = done && !onPress ? { 'aria-label': t('Mudar: {{title}}', { title }) } : {};
  return (
    <li
      className={cx(
        'relative grid grid-cols-[64px_minmax(0,1fr)] content-start gap-x-4 gap-y-2 p-5 @xl:grid-cols-[64px_minmax(0,1fr)_auto] @5xl:flex @5xl:flex-col',
        isNext && 'bg-surface-2',
      )}
    >
      <span
        aria-hidden="true"
        className="relative row-span-2 grid h-16 grid-cols-1 grid-rows-1 place-items-center overflow-hidden rounded-control bg-surface-3 text-text-3 @5xl:h-23"
      >
        {image}
        {done && (
          <span className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-full bg-ok text-black">
            <Check size={14} strokeWidth={2.5} />
          </span>
        )}
      </span>
      <span className="min-w-0">
        <span className="block text-14 font-semibold text-text">
          {title}
          {done && <span className="sr-only">{` · ${t('pronto')}`}</span>}
        </span>
        <span className="mt-0.5 line-clamp-3 block text-13 text-text-2">{text}</span>
      </span>
      <span
        className={cx(
          'col-start-2 @xl:col-start-3 @xl:self-center @5xl:mt-auto @5xl:self-start',
          done && '-ml-3',
        )}
      >
        {to ? (
          <Link to={to} className={cx(buttonClass(look, 'sm'), WHOLE_STEP)} {...name} {...pointing}>
            {content}
          </Link>
        ) : (
          <Button variant={look} size="sm" className={WHOLE_STEP} onClick={onPress} {...pointing}>
            {content}
          </Button>
        )}
      </span>
    </li>
  );
}
