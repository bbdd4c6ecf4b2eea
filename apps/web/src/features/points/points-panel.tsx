import { characterCount } from '@vitrine/contract/core';
import { limits, messages, points, type Action, type Parameters } from '@vitrine/contract/points';
import { useRef, useState } from 'react';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { useDraft, type Draft } from '../../kit/forms/draft.ts';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { call } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ActionRow } from './action-row.tsx';
import {
  actionGroups,
  formOf,
  rulesOf,
  suggestedPoints,
  valuesOf,
  type PointsForm,
  type RuleForm,
} from './points-form.ts';
import { PointsPreview } from './points-preview.tsx';
import { PointsSkeleton } from './points-skeleton.tsx';
import {
  useCreatePoints,
  useParameters,
  useSaveDaily,
  useUpdatePoints,
  useYesterday,
} from './points.queries.ts';
import { PreviewBar } from './preview-bar.tsx';
import { ScoringProducts } from './scoring-products.tsx';
import { useTriedRules } from './tried-rules.ts';

/**
 * Pontuação (B section 2): the name of the points, the points of each action and its daily rule.
 */
export default function PointsPanel() {
  const { t } = useTranslation();
  const parameters = useParameters();
  if (parameters.data) return <Form parameters={parameters.data} />;
  return (
    <DrawerPanel title={t('Pontuação')} description={t('Quanto vale cada ação.')}>
      {parameters.isPending && <PointsSkeleton />}
      {parameters.isLoadingError && (
        <QueryError query={parameters} title={t('A pontuação não carregou')} />
      )}
    </DrawerPanel>
  );
}

/** The first save creates the points, with their name (B section 4). */
const isCreated = ({ community }: Parameters) => community.custom_name !== '';

function Form({ parameters }: { parameters: Parameters }) {
  const { t } = useTranslation();
  const create = useCreatePoints();
  const update = useUpdatePoints();
  const saveDaily = useSaveDaily();
  const exists = isCreated(parameters);
  /** Whether they exist now: a colleague may have created them since. */
  const existsNow = useRef(exists);
  const draft = useDraft<PointsForm>({
    name: 'points',
    saved: formOf(parameters),
    failure: messages.saveFailed,
    async reread() {
      const now = await call(points.show, {});
      existsNow.current = isCreated(now);
      return formOf(now);
    },
    async save(values) {
      await saveDaily.mutateAsync({ body: rulesOf(values) });
      await (existsNow.current ? update : create).mutateAsync({ body: valuesOf(values) });
      // They are the saved rules now: there is nothing to compare.
      tried.stop();
    },
  });
  const tried = useTriedRules(draft.values);

  return (
    <DrawerPanel
      title={t('Pontuação')}
      description={t('Quanto vale cada ação.')}
      footer={
        <>
          <PreviewBar tried={tried} />
          <DraftBar draft={draft} />
        </>
      }
    >
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} aria-label={t('Configurações')} className={panelSections}>
        <PanelSection title={t('Configurações')}>
          <TextField
            label={t('Nome dos pontos')}
            required
            placeholder="XP"
            error={draft.errorOf('custom_name')}
            // Before anything is sent: the rules are saved by a call of their own.
            {...draft.form.register('custom_name', {
              validate: {
                present: (name) => name.trim() !== '' || t(messages.required),
                short: (name) =>
                  characterCount(name.trim()) <= limits.name || t(messages.nameTooLong),
              },
            })}
          />
          {!exists && Object.values(draft.values.points).every((points) => points === 0) && (
            <Button
              size="sm"
              className="mt-3"
              onClick={() => draft.set('points', { ...suggestedPoints })}
            >
              {t('Preencher com valores sugeridos')}
            </Button>
          )}
        </PanelSection>
        <ActionGroups draft={draft} />
        <ScoringProducts />
        <PointsPreview tried={tried} />
      </form>
    </DrawerPanel>
  );
}

/** The points of all actions. One daily rule is open at a time. */
function ActionGroups({ draft }: { draft: Draft<PointsForm> }) {
  const { t } = useTranslation();
  const { set, values, saved } = draft;
  const [opened, setOpened] = useState<Action | null>(null);
  const yesterday = useYesterday(opened !== null);
  return actionGroups.map(({ title, rows }) => (
    <PanelSection key={title} title={t(title)}>
      <div className="@container">
        {/* With large letters it would lie over the title. */}
        <div
          aria-hidden="true"
          className="-mt-9 mb-2 hidden h-6 items-center justify-end gap-3 text-12 text-text-3 @min-[15rem]:flex"
        >
          {t('Regra do dia')}
          <span className="w-[4.5rem] text-center">{t('Pontos')}</span>
        </div>
        <ul className="grid gap-1 md:gap-0">
          {rows.map(({ action, label, icon }) => (
            <ActionRow
              key={action}
              icon={icon}
              label={t(label)}
              pointsName={values.custom_name || t('pontos')}
              points={values.points[action]}
              rule={ruleOf(values, action)}
              saved={{ points: saved.points[action], rule: ruleOf(saved, action) }}
              yesterday={yesterday.find((it) => it.action === action)}
              open={opened === action}
              onOpen={() => setOpened(opened === action ? null : action)}
              onPoints={(points) => set(`points.${action}`, points)}
              onRule={(rule) => action !== 'login' && set(`rules.${action}`, rule)}
            />
          ))}
        </ul>
      </div>
    </PanelSection>
  ));
}

/** The daily rule of an action. Undefined for signing in, which has none. */
const ruleOf = ({ rules }: PointsForm, action: Action): RuleForm | undefined =>
  action === 'login' ? undefined : rules[action];
