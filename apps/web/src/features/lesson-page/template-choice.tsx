import { templates } from '@vitrine/contract/lesson-page';
import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useSaveTemplate } from './lesson-page.queries.ts';
import { TemplateImage } from './template-image.tsx';

const hints: Record<number, string> = {
  1: 'O vídeo, com as aulas do curso ao lado.',
  2: 'O vídeo ao centro, e as aulas uma depois da outra.',
  3: 'O vídeo ocupa a janela toda.',
};

/** Chooses the template. One click saves. A failure rolls the choice back. */
export function TemplateChoice({ saved }: { saved: number }) {
  const { t } = useTranslation();
  const name = useId();
  const save = useSaveTemplate();
  const chosenTemplate = save.wanted ?? saved;
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">{t('Template')}</legend>
      {templates.map(({ id, label }) => (
        <label
          key={id}
          className={cx(
            'flex cursor-pointer flex-wrap items-center gap-4 rounded-card p-3 transition-shadow ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            chosenTemplate === id
              ? 'bg-hover ring-2 ring-accent'
              : 'ring-1 ring-line-2 hover:ring-text-3',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={chosenTemplate === id}
            onChange={() => save.choose(id)}
            className="sr-only"
            aria-describedby={`${name}-${id}`}
          />
          <TemplateImage template={id} />
          <span className="min-w-0 grow basis-28">
            <span className="block text-14 font-medium text-text">{t(label)}</span>
            <span id={`${name}-${id}`} className="block text-13 text-text-2">
              {t(hints[id]!)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
