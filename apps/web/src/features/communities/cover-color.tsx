import { coverColors } from '@vitrine/contract/communities';
import { AA_CONTRAST, contrast, textOn } from '@vitrine/contract/theme';
import { Check, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { InlineWarning } from '../../ui/inline-warning.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './cover-color.css';

interface CoverColorProps {
  value: string;
  onChange: (color: string) => void;
  error: string | undefined;
  /** The community's name, for a sample of the cover. Null if an image covers the colour. */
  title: string | null;
}

const WHITE = '#ffffff';

/** A section 3 names the colours. A screen reader would spell the codes. */
const colorNames: Record<(typeof coverColors)[number], string> = {
  '#831100': 'Vermelho escuro',
  '#FF2600': 'Vermelho vivo',
  '#FF9300': 'Laranja',
  '#FFFB00': 'Amarelo',
  '#4F7A28': 'Verde oliva',
  '#00F900': 'Verde vivo',
  '#5E30EB': 'Roxo',
  '#FF40FF': 'Magenta',
  '#002E7A': 'Azul marinho',
  '#00C7FC': 'Ciano',
  '#919191': 'Cinza',
  '#AA7942': 'Marrom',
  '#121212': 'Cor padrão',
};

/** Thirteen swatches and a free picker, as one radio group. */
export function CoverColor({ value, onChange, error, title }: CoverColorProps) {
  const { t } = useTranslation();
  const name = useId();
  const preset = coverColors.find((color) => color.toLowerCase() === value.toLowerCase());
  /** The colour that stands in the free picker, though it may be one of the swatches. */
  const [picked, setPicked] = useState<string | null>(null);
  const free = !preset || picked === value;
  const pick = (color: string) => {
    setPicked(color);
    onChange(color);
  };
  const whiteFades = /^#[\da-f]{6}$/i.test(value) && contrast(WHITE, value) < AA_CONTRAST;
  return (
    <div>
      <fieldset>
        <legend className="flex w-full justify-between text-13 text-text-2">
          {t('Cor da capa')}
          <span className="text-text-3">{value.toUpperCase()}</span>
        </legend>
        <div className="cover-colors">
          {coverColors.map((color) => (
            <label
              key={color}
              className="cover-color"
              title={t(colorNames[color])}
              style={{ backgroundColor: color, color: textOn(color) }}
            >
              <input
                type="radio"
                name={name}
                checked={!free && preset === color}
                onChange={() => {
                  setPicked(null);
                  onChange(color);
                }}
                aria-label={t(colorNames[color])}
                className="sr-only"
              />
              <Check size={18} strokeWidth={2.5} aria-hidden="true" />
            </label>
          ))}
          <label className="cover-color is-free">
            <input
              type="radio"
              name={name}
              checked={free}
              onChange={() => setPicked(value)}
              aria-label={t('Outra cor')}
              className="sr-only"
            />
            <Plus size={18} strokeWidth={2.5} aria-hidden="true" />
          </label>
        </div>
      </fieldset>
      {free && (
        <div className="mt-3 grid gap-3">
          <LatePart load={() => import('../../ui/color-picker.tsx')}>
            {(ColorPicker) => <ColorPicker value={value} onChange={pick} />}
          </LatePart>
          <TextField
            label={t('Código da cor')}
            value={value}
            error={error}
            onChange={({ currentTarget }) => pick(currentTarget.value)}
          />
        </div>
      )}
      {title !== null && (
        <p
          aria-hidden="true"
          className="cover-sample"
          style={{ backgroundColor: value, color: textOn(value) }}
        >
          {title || t('Título')}
        </p>
      )}
      {title !== null && whiteFades && textOn(value) !== WHITE && (
        <InlineWarning>
          {t('Branco se lê mal sobre esta cor: o nome da comunidade fica escuro.')}
        </InlineWarning>
      )}
    </div>
  );
}
