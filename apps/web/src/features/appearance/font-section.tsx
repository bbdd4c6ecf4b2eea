import { fontLabels } from '@vitrine/contract/appearance';
import { fontNames, fonts, type Font } from '@vitrine/contract/site';
import { Check } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { loadFont } from '../../platform/load-font.ts';
import { cx } from '../../ui/cx.ts';
import { useInView } from '../../ui/in-view.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { SectionProps } from './appearance-form.ts';

/** Fonts (C section 9): each name in its own font, with the weights that the font has. */
export function FontSection({ values, set }: SectionProps) {
  const { t } = useTranslation();
  const name = useId();
  const [list, setList] = useState<HTMLDivElement | null>(null);
  const isNear = useInView(list, '200px');
  useEffect(() => {
    // Loading eight fonts is expensive.
    if (isNear) for (const family of fontNames) loadFont(family);
  }, [isNear]);
  return (
    <PanelSection title={t('Fontes')} fact={t('{{number}} famílias', { number: fontNames.length })}>
      <div
        ref={setList}
        role="radiogroup"
        aria-label={t('Fontes')}
        className="grid grid-cols-2 gap-2"
      >
        {fontNames.map((family) => {
          const chosen = values.font_primary === family;
          return (
            <label
              key={family}
              className={cx(
                'relative flex min-h-17 flex-col justify-center rounded-card px-3 py-2 ring-1 transition-colors ring-inset',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                chosen ? 'bg-accent-soft ring-2 ring-accent' : 'ring-line-2 hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={chosen}
                onChange={() => set('font_primary', family)}
              />
              <span
                className={cx('truncate text-16 text-text drawer:text-18', chosen && 'pr-5')}
                style={{
                  fontFamily: `'${family}', '${family} Fallback'`,
                  fontWeight: heaviestUpTo(family, 600),
                }}
              >
                {fontLabels[family] ?? family}
              </span>
              <Weights family={family} />
              {chosen && (
                <Check
                  size={16}
                  strokeWidth={2}
                  className="absolute top-3 right-3 text-accent"
                  aria-hidden="true"
                />
              )}
            </label>
          );
        })}
      </div>
    </PanelSection>
  );
}

/**
 * The heaviest weight of the family up to the wanted one: a browser would fake a missing weight.
 */
const heaviestUpTo = (family: Font, weight: number) =>
  Math.max(...fonts[family].filter((one) => one <= weight));

function Weights({ family }: { family: Font }) {
  const { t } = useTranslation();
  const weights = fonts[family];
  return (
    <span className="text-12 text-text-2">
      {weights.length === 1
        ? t('só o peso {{weight}}', { weight: weights[0] })
        : t('pesos {{from}} a {{to}}', { from: weights[0], to: weights.at(-1) })}
    </span>
  );
}
