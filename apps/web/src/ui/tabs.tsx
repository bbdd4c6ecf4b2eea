import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useOpenInView } from './scroll-row.ts';
import { useTranslation } from './translation.ts';

/**
 * Tabs with a 2 px line under the current one. Give each a `panel`, or render the content from
 * `value`.
 *
 * ```tsx
 * <Tabs label={t('Gamificação')} value={tab} onValueChange={setTab}
 *   tabs={[{ value: 'points', label: t('Pontos'), panel: <Points /> }]} />
 * ```
 */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onValueChange,
  flat = false,
  className,
}: {
  label: string;
  tabs: readonly {
    value: V;
    label: string;
    count?: number;
    /** The count is a lower bound: shown as '50+'. */
    more?: boolean;
    panel?: ReactNode;
    disabled?: boolean;
  }[];
  value: V;
  onValueChange: (value: V) => void;
  /** Without the line below: a bar around the tabs has one. */
  flat?: boolean;
  className?: string;
}) {
  const { number } = useTranslation();
  const row = useOpenInView<HTMLDivElement>(value);
  return (
    <Base.Root value={value} onValueChange={(next: V) => onValueChange(next)} className={className}>
      <Base.List
        ref={row}
        aria-label={label}
        className={cx('scroll-row relative flex gap-6', !flat && 'border-b border-line')}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="flex h-11 shrink-0 items-center gap-2 text-14 font-semibold whitespace-nowrap text-text-2 -outline-offset-2! transition-colors select-none hover:text-text in-[.edit-chrome]:text-14 data-active:text-text data-disabled:text-text-3 md:text-15"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-13 font-normal text-text-3 tabular-nums">
                {number(tab.count)}
                {tab.more && '+'}
              </span>
            )}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-panel forced-colors:bg-[Highlight]" />
      </Base.List>
      {tabs.map(
        (tab) =>
          tab.panel !== undefined && (
            <Base.Panel key={tab.value} value={tab.value} className="pt-5 outline-offset-4">
              {tab.panel}
            </Base.Panel>
          ),
      )}
    </Base.Root>
  );
}
