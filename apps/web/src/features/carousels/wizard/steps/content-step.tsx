import { carouselType, isLiving } from '@vitrine/contract/carousels';
import { useState, type ComponentProps } from 'react';
import { InlineError } from '../../../../ui/inline-error.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { amount } from '../../carousel-summary.ts';
import { ChosenList, type IdsChange } from '../picks/chosen-list.tsx';
import { useChosen } from '../picks/chosen.ts';
import { CoursePicks } from '../picks/course-picks.tsx';
import { LessonPicks } from '../picks/lesson-picks.tsx';
import { ModulePicks } from '../picks/module-picks.tsx';
import { RowPreview } from '../row-preview.tsx';
import type { StepProps } from '../wizard-draft.ts';

/** Step 1: choices on the left, the ordered content on the right, and the preview below. */
export function ContentStep({ draft, carousel, fill }: StepProps) {
  const { t } = useTranslation();
  const { form, set, values } = draft;
  const { type, type_content, content } = values;
  const [search, setSearch] = useState('');
  const { kind, chosen } = useChosen(values, carousel);
  const living = isLiving(type_content);
  const kinds = {
    course: { label: t('Buscar curso'), type: carouselType.courses, Picks: CoursePicks },
    module: { label: t('Buscar módulo'), type: carouselType.modules, Picks: ModulePicks },
    lesson: { label: t('Buscar aula'), type: carouselType.lessons, Picks: LessonPicks },
  } as const;
  const { label, type: countedType, Picks } = kinds[kind];

  function choose(change: IdsChange) {
    const now = form.getValues();
    if (typeof change !== 'function') set('content', change);
    // An undo may come after another filling was chosen, which has ids of its own.
    else if (now.type === type && now.type_content === type_content)
      set('content', change(now.content));
  }

  return (
    <>
      <div className="grid flex-1 lg:min-h-0 lg:grid-cols-[1fr_420px]">
        <div className="flex min-h-0 min-w-0 flex-col px-6 pt-5">
          <div className="flex flex-wrap items-center gap-3 pb-3">
            <SearchField
              key={kind}
              label={label}
              onSearch={setSearch}
              className="min-w-48 flex-1"
            />
            {type !== carouselType.courses && (
              <Segmented
                hideLabel
                label={t('Como preencher')}
                value={living ? 'living' : 'own'}
                onValueChange={(way) => {
                  setSearch('');
                  fill({ living: way === 'living' });
                }}
                options={[
                  {
                    value: 'living',
                    label: type === carouselType.modules ? t('Por curso') : t('Por módulo'),
                  },
                  { value: 'own', label: t('Personalizado') },
                ]}
              />
            )}
          </div>
          {living && (
            <p className="pb-3 text-13 text-text-2">
              {type === carouselType.modules
                ? t('Entram todos os módulos dos cursos escolhidos, também os que vierem depois.')
                : t('Entram todas as aulas dos módulos escolhidos, também as que vierem depois.')}
            </p>
          )}
          <div className="quiet-scroll -mx-3 min-h-0 flex-1 overflow-y-auto px-3 pb-4 max-lg:max-h-96">
            <Picks
              search={search}
              content={content}
              onToggle={(id) =>
                choose(
                  content.includes(id) ? content.filter((one) => one !== id) : [...content, id],
                )
              }
            />
          </div>
        </div>
        <ChosenContent
          chosen={chosen}
          count={content.length}
          type={countedType}
          error={draft.errorOf('content')}
          onChange={choose}
        />
      </div>
      <RowPreview values={values} carousel={carousel} />
    </>
  );
}

interface ChosenContentProps extends ComponentProps<typeof ChosenList> {
  count: number;
  type: Parameters<typeof amount>[1];
  error: string | undefined;
}

/** The content of the carousel in its order. */
function ChosenContent({ chosen, count, type, error, onChange }: ChosenContentProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-0 min-w-0 flex-col border-line px-6 pt-5 max-lg:border-t lg:border-l">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <h3 className="text-14 font-semibold text-text">{t('Neste carrossel')}</h3>
        {count > 0 && <span className="text-13 text-text-3">{amount(t, type, count)}</span>}
      </div>
      {error && <InlineError>{error}</InlineError>}
      <div className="quiet-scroll -mx-3 min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        {count === 0 ? (
          <p className="py-3 text-14 text-text-2">{t('Marque o que entra neste carrossel.')}</p>
        ) : (
          <>
            <ChosenList chosen={chosen} onChange={onChange} />
            <p className="pt-3 text-13 text-text-3">
              <span className="pointer-coarse:hidden">
                {t('Arraste, ou use espaço e as setas do teclado.')}
              </span>
              <span className="hidden pointer-coarse:inline">
                {t('Segure a alça e arraste, ou use o menu da linha.')}
              </span>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
