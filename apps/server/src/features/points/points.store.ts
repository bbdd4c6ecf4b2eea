import type { Permission } from '@vitrine/contract/gamification';
import {
  actions,
  communityActions,
  communityFields,
  dailyPlatformActions,
  messages,
  platformActions,
  pointsName,
  type Action,
  type DailyInput,
  type Parameters,
  type PointsInput,
} from '@vitrine/contract/points';
import { recordOf } from '@vitrine/contract/record-of';
import { sql } from 'kysely';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { constraint, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

constraint('points_settings_pkey', () => refuse('exists', messages.exists, 409));

const noRule = { points: 0, enable: false, needed_interaction: 0, plus_user_score: 0 };

/**
 * Reads the points and daily rules of all actions (B section 3): 0 and no rule if the school set
 * none. `custom_name` is empty until an admin creates the points.
 */
export async function readParameters({ db }: TenantTransaction): Promise<Parameters> {
  const settings = await db.selectFrom('points_settings').select('custom_name').executeTakeFirst();
  const rows = await db.selectFrom('points_rules').selectAll().execute();
  const rules = new Map(rows.map((row) => [row.action, row]));
  const ruleOf = (action: Action) => rules.get(action) ?? noRule;
  const dailyRulesOf = <Name extends Action>(names: readonly Name[]) =>
    recordOf(names, (action) => {
      const { enable, needed_interaction, plus_user_score } = ruleOf(action);
      return { enable, needed_interaction, plus_user_score };
    });
  return {
    platform: recordOf(platformActions, (action) => ruleOf(action).points),
    community: {
      custom_name: settings?.custom_name ?? '',
      ...(Object.fromEntries(
        communityActions.map((action) => [communityFields[action], ruleOf(action).points]),
      ) as Record<(typeof communityFields)[keyof typeof communityFields], number>),
    },
    per_day: {
      community_settings: dailyRulesOf(communityActions),
      platform_settings: dailyRulesOf(dailyPlatformActions),
    },
  };
}

/** Creates the school's points, and its first season. Throws 409 if it has points. */
export async function createPoints(tx: TenantTransaction, input: PointsInput) {
  await tx.db
    .insertInto('points_settings')
    .values({ custom_name: pointsName(input) })
    .execute();
  await tx.db
    .insertInto('point_seasons')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return saveValues(tx, input);
}

/**
 * Saves the name and the points of all actions. Throws 404 before `createPoints` (contract,
 * Points).
 */
export async function changePoints(tx: TenantTransaction, input: PointsInput) {
  const changed = await tx.db
    .updateTable('points_settings')
    .set({ custom_name: pointsName(input) })
    .returning('tenant_id')
    .executeTakeFirst();
  orNotFound(changed);
  return saveValues(tx, input);
}

async function saveValues(tx: TenantTransaction, input: PointsInput) {
  const values = pointsOf(input);
  await tx.db
    .insertInto('points_rules')
    .values(actions.map((action) => ({ action, points: values[action] })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'action'])
        .doUpdateSet({ points: (eb) => eb.ref('excluded.points') }),
    )
    .execute();
  return readParameters(tx);
}

/** The points of each action in a form. */
export const pointsOf = ({ platform, community }: Pick<PointsInput, 'platform' | 'community'>) =>
  ({
    ...platform,
    ...recordOf(communityActions, (action) => community[communityFields[action]]),
  }) as Record<Action, number>;

/** The daily rules in a form. */
export const dailyOf = ({ platform_settings, community_settings }: DailyInput) =>
  actions.flatMap((action) => {
    const rules: DailyRules = { ...platform_settings, ...community_settings };
    const rule = rules[action];
    return rule ? [{ action, ...rule }] : [];
  });

type DailyRules = Partial<Record<Action, NonNullable<DailyInput['community_settings']>['post']>>;

/**
 * Saves daily rules. Omitted ones are kept. `created` tells whether the school has points.
 */
export async function saveDaily(tx: TenantTransaction, input: DailyInput) {
  const rules = dailyOf(input);
  if (rules.length)
    await tx.db
      .insertInto('points_rules')
      .values(rules)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'action']).doUpdateSet({
          enable: (eb) => eb.ref('excluded.enable'),
          needed_interaction: (eb) => eb.ref('excluded.needed_interaction'),
          plus_user_score: (eb) => eb.ref('excluded.plus_user_score'),
        }),
      )
      .execute();
  const data = await readParameters(tx);
  return { data, created: data.community.custom_name !== '' };
}

/** Lists the products whose members score, by title. Without products everybody scores. */
export async function listPointsProducts({ db }: TenantTransaction): Promise<Permission[]> {
  const { rows } = await sql<Permission>`
    SELECT pp.id, pp.product_id AS plan_id, json_build_object('title', p.title) AS plan
    FROM points_products pp JOIN products p ON p.id = pp.product_id
    ORDER BY ${sql.raw(titleOrder('p.title'))}, pp.id`.execute(db);
  return rows;
}

/**
 * Lets the members of these products score, and returns their permissions. The key of the table
 * answers 404 for a product of another school.
 */
export async function addPointsProducts(tx: TenantTransaction, productIds: number[]) {
  await tx.db
    .insertInto('points_products')
    .values(productIds.map((product_id) => ({ product_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const all = await listPointsProducts(tx);
  return all.filter(({ plan_id }) => productIds.includes(plan_id));
}

/**
 * Removes a product by its own id, as B section 7 names it. Throws 404 if it is not in the list.
 */
export async function removePointsProduct({ db }: TenantTransaction, productId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('points_products')
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  if (!numDeletedRows) throw notFound();
}
