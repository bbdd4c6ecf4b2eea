import { limits, messages, type Parameters } from '@vitrine/contract/points';
import { useState } from 'react';
import { useDraft } from '../../kit/forms/draft.ts';
import { DraftBar } from '../../kit/forms/draft-bar.tsx';
import { RestoreDraft } from '../../kit/forms/restore-draft.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { DrawerPanel } from '../../ui/drawer-panel.tsx';
import { PanelSection, panelSections } from '../../ui/panel-section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ActionRow } from './action-row.tsx';
import {
  actionGroups,
  formOf,
  rulesOf,
  valuesOf,
  type PointsForm,
  type RuleForm,
} from './points-form.ts';
import { PointsPreview } from './points-preview.tsx';
import { useCreatePoints, useParameters, useSaveDaily, useUpdatePoints } from './points.queries.ts';
import { ScoringProducts } from './scoring-products.tsx';

/** Pontuação (B 2): the name of the points, the points of each action and its daily rule. */
export default function PointsPanel() {
  const { t } = useTranslation();
  const parameters = useParameters();
  if (parameters.isSuccess) return <Form parameters={parameters.data} />;
  return (
    <DrawerPanel title={t('Pontuação')} description={t('Quanto vale cada ação')}>
      {parameters.isPending && <Skeleton shape="row" count={8} />}
      {parameters.isError && (
        <QueryError query={parameters} title={t('A pontuação não carregou')} />
      )}
    </DrawerPanel>
  );
}

function Form({ parameters }: { parameters: Parameters }) {
  const { t } = useTranslation();
  const create = useCreatePoints();
  const update = useUpdatePoints();
  const saveDaily = useSaveDaily();
  const [opened, setOpened] = useState<string | null>(null);
  const exists = parameters.community.custom_name !== '';
  const draft = useDraft<PointsForm>({
    name: 'points',
    saved: formOf(parameters),
    failure: messages.saveFailed,
    async save(values) {
      await saveDaily.mutateAsync({ body: rulesOf(values) });
      await (exists ? update : create).mutateAsync({ body: valuesOf(values) });
    },
  });
  const { form, values, saved } = draft;
  const ruleOf = (rules: PointsForm['rules'], action: string): RuleForm | undefined =>
    rules[action as 'post'];

  return (
    <DrawerPanel
      title={t('Pontuação')}
      description={t('Quanto vale cada ação')}
      footer={<DraftBar draft={draft} />}
    >
      <RestoreDraft draft={draft} />
      <form {...draft.formProps} className={panelSections}>
        <section>
          <TextField
            label={t('Nome dos pontos')}
            required
            maxLength={limits.name}
            placeholder="XP"
            error={draft.errorOf('custom_name')}
            {...form.register('custom_name')}
          />
        </section>
        {actionGroups.map(({ title, rows }) => (
          <PanelSection key={title} title={t(title)}>
            <ul className="grid gap-1">
              {rows.map(({ action, label, icon }) => (
                <ActionRow
                  key={action}
                  {...{ action, icon }}
                  label={t(label)}
                  pointsName={values.custom_name || t('pontos')}
                  points={values.points[action]}
                  rule={ruleOf(values.rules, action)}
                  saved={{ points: saved.points[action], rule: ruleOf(saved.rules, action) }}
                  open={opened === action}
                  onOpen={() => setOpened(opened === action ? null : action)}
                  onPoints={(points) => form.setValue(`points.${action}`, points)}
                  onRule={(rule) => form.setValue(`rules.${action as 'post'}`, rule)}
                />
              ))}
            </ul>
          </PanelSection>
        ))}
        <ScoringProducts />
        <PointsPreview values={values} />
      </form>
    </DrawerPanel>
  );
}
