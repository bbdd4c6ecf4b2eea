import { limits, type Yesterday } from '@vitrine/contract/points';
import type { LucideIcon } from 'lucide-react';
import { SwitchField } from '../../ui/switch.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { NumberCell } from './number-cell.tsx';
import type { RuleForm } from './points-form.ts';

interface ActionRowProps {
  label: string;
  icon: LucideIcon;
  pointsName: string;
  points: number;
  saved: { points: number; rule: RuleForm | undefined };
  /** Undefined where the action has no rule of the day: signing in scores once a day anyway. */
  rule: RuleForm | undefined;
  /** A student who did it yesterday. */
  yesterday: Yesterday | undefined;
  open: boolean;
  onOpen: () => void;
  onPoints: (points: number) => void;
  onRule: (rule: RuleForm) => void;
}

/** An action of the table with its points. Its daily rule opens below. */
export function ActionRow(props: ActionRowProps) {
  const { label, icon: Icon, pointsName, points, rule, saved, open, onPoints } = props;
  const { t } = useTranslation();
  const ruleText = useRuleText(rule);
  return (
    <li>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 md:min-h-10.5">
        <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden="true" />
        <span className="min-w-0 flex-1 basis-16 text-14 wrap-anywhere text-text">{label}</span>
        {rule ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={t('Regra do dia de {{label}}: {{told}}', { label, told: ruleText })}
            onClick={props.onOpen}
            className="touch-target rounded-control px-1 text-13 text-text-2 underline decoration-line-2 underline-offset-4 hover:text-text"
          >
            {ruleText}
          </button>
        ) : (
          <span className="text-13 text-text-3">{ruleText}</span>
        )}
        <NumberCell
          label={t('Pontos por {{label}}', { label })}
          value={points}
          max={limits.points}
          changed={points !== saved.points}
          onChange={onPoints}
        />
      </div>
      {rule && open && (
        <DailyRule
          pointsName={pointsName}
          points={points}
          rule={rule}
          saved={saved}
          yesterday={props.yesterday}
          onRule={props.onRule}
        />
      )}
    </li>
  );
}

function useRuleText(rule: RuleForm | undefined) {
  const { t } = useTranslation();
  if (!rule) return t('1 vez por dia');
  if (!rule.enable || rule.needed_interaction === 0) return t('sem regra');
  return t('a cada {{needed}}, +{{bonus}}', {
    needed: rule.needed_interaction,
    bonus: rule.plus_user_score,
  });
}

interface DailyRuleProps extends Pick<
  ActionRowProps,
  'pointsName' | 'points' | 'saved' | 'yesterday' | 'onRule'
> {
  rule: RuleForm;
}

/** The rule of the day with its examples. */
function DailyRule({ pointsName, points, rule, saved, yesterday, onRule }: DailyRuleProps) {
  const { t } = useTranslation();
  const example = <Example points={points} rule={rule} pointsName={pointsName} />;
  return (
    <div className="my-2 ml-2 grid gap-3 border-l-2 border-accent pl-4">
      <SwitchField
        label={t('Regra do dia')}
        checked={rule.enable}
        onCheckedChange={(enable) => onRule({ ...rule, enable })}
      />
      {rule.enable ? (
        <>
          <p className="flex flex-wrap items-center gap-1.5 text-14 text-text-2">
            {t('A cada')}
            <NumberCell
              narrow
              label={t('Quantas vezes em 24 horas')}
              value={rule.needed_interaction}
              max={limits.interactions}
              changed={rule.needed_interaction !== saved.rule?.needed_interaction}
              onChange={(needed_interaction) => onRule({ ...rule, needed_interaction })}
            />
            {t('em 24 horas, mais')}
            <NumberCell
              narrow
              label={t('Bônus')}
              value={rule.plus_user_score}
              max={limits.points}
              changed={rule.plus_user_score !== saved.rule?.plus_user_score}
              onChange={(plus_user_score) => onRule({ ...rule, plus_user_score })}
            />
            {pointsName}
          </p>
          <div className="grid grid-cols-1 gap-1">
            {example}
            {yesterday && (
              <OfYesterday
                pointsName={pointsName}
                yesterday={yesterday}
                before={saved}
                after={{ points, rule }}
              />
            )}
          </div>
        </>
      ) : (
        example
      )}
    </div>
  );
}

/** Number of actions in the example without a rule. */
const EXAMPLE_ACTIONS = 5;

/** An example: the points of one action more than the rule needs, or of five without a rule. */
function Example({
  points,
  rule,
  pointsName,
}: Pick<ActionRowProps, 'points' | 'pointsName'> & { rule: RuleForm }) {
  const { t, number } = useTranslation();
  if (!rule.enable)
    return (
      <p className="text-13 text-text-2">
        {t('Quem faz {{count}} vezes hoje ganha {{count}} × {{points}} = {{total}} {{name}}.', {
          count: EXAMPLE_ACTIONS,
          points: number(points),
          total: number(EXAMPLE_ACTIONS * points),
          name: pointsName,
        })}
      </p>
    );
  if (!rule.needed_interaction)
    return <p className="text-13 text-warn">{t('Diga a cada quantas vezes o bônus vem.')}</p>;
  const count = rule.needed_interaction + 1;
  return (
    <p className="text-13 text-text-2">
      {t(
        'Quem faz {{count}} vezes hoje ganha {{count}} × {{points}} + {{bonus}} = {{total}} {{name}}.',
        {
          count,
          points: number(points),
          bonus: number(rule.plus_user_score),
          total: number(count * points + rule.plus_user_score),
          name: pointsName,
        },
      )}
    </p>
  );
}

interface DayRules {
  points: number;
  rule: RuleForm | undefined;
}

interface OfYesterdayProps {
  yesterday: Yesterday;
  before: DayRules;
  after: DayRules;
  pointsName: string;
}

/** A second example: what a student did yesterday, with the saved rule and with this one. */
function OfYesterday({ yesterday: { user, times }, before, after, pointsName }: OfYesterdayProps) {
  const { t, number } = useTranslation();
  const [old, now] = [pointsOfDay(times, before), pointsOfDay(times, after)];
  const done = t(
    '{{name}} fez isto {{count}} vez ontem:|{{name}} fez isto {{count}} vezes ontem:',
    {
      name: user.name,
      count: times,
    },
  );
  const values = { now: number(now), old: number(old), name: pointsName };
  return (
    <p className="text-13 wrap-anywhere text-text-2">
      {done}{' '}
      {old === now
        ? t('ganharia {{now}} {{name}}, como agora.', values)
        : t('ganharia {{now}} {{name}} em vez de {{old}}.', values)}
    </p>
  );
}

/** A day has one bonus at most. */
const pointsOfDay = (times: number, { points, rule }: DayRules) => {
  const hasBonus = rule?.enable && rule.needed_interaction > 0 && times >= rule.needed_interaction;
  return times * points + (hasBonus ? rule.plus_user_score : 0);
};
