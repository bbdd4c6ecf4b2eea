import {
  messages,
  type Reward,
  type RewardChange,
  type RewardInput,
} from '@vitrine/contract/rewards';
import { playerUrl } from '@vitrine/contract/videos';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { setProducts } from '../../kit/access/product-access.ts';
import { addPermissions, listPermissions } from '../../kit/access/product-permissions.ts';
import { claimFile, releaseFiles } from '../../kit/files/claim-files.ts';
import { definedFields } from '../../kit/rows/defined-columns.ts';
import { invalid, orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { deliverablesOf, type DeliverableColumns, type OpenFile } from './deliverables.ts';

const rewardRow = z.object({
  id: z.number(),
  reward: z.custom<Omit<Reward, 'deliverables'> & DeliverableColumns>(),
});

const allRewards = statement({
  name: 'rewards.list',
  sql: `SELECT r.id, json_build_object('id', r.id, 'tenant_id', r.tenant_id, 'name', r.name,
      'criteria', r.criteria, 'reward_type', r.criteria, 'needed_score', r.needed_score,
      'quiz', r.quiz_id, 'lesson', r.lesson_id, 'description', r.description,
      'animation', r.animation, 'song', r.song, 'img', r.img, 'links', r.links, 'embed', r.embed,
      'file', r.file, 'file_name', r.file_name, 'deliverable_product', r.deliverable_product,
      'product_title', (SELECT p.title FROM products p WHERE p.id = r.deliverable_product),
      'plansSelected', (SELECT coalesce(json_agg(rp.product_id ORDER BY rp.product_id), '[]')
        FROM reward_products rp WHERE rp.reward_id = r.id),
      'earned', (SELECT count(*) FROM reward_earnings e WHERE e.reward_id = r.id)) AS reward
    FROM rewards r
    WHERE r.removed_at IS NULL AND (:rewardId::bigint IS NULL OR r.id = :rewardId)
    ORDER BY r.id DESC`,
  row: rewardRow,
});

/**
 * Lists the school's rewards, the newest first, or only the one of `rewardId`. Removed ones are
 * left out. `open` signs the address of a file.
 */
export async function listRewards(
  tx: TenantTransaction,
  open: OpenFile,
  rewardId: number | null = null,
): Promise<Reward[]> {
  const rows = await tx.run(allRewards, { rewardId });
  return rows.map(({ reward }) => ({ ...reward, deliverables: deliverablesOf(reward, open) }));
}

/** Reads a reward for its form. Throws 404 if it is removed, or of another school. */
export async function readReward(tx: TenantTransaction, open: OpenFile, id: number) {
  return orNotFound((await listRewards(tx, open, id))[0]);
}

/**
 * Adds a reward, whose criterion the contract has checked, and returns its id. Throws 422 for a file
 * that was not uploaded. The keys of the table answer 404 for a quiz, lesson or product of another
 * school (contract, Rewards).
 */
export async function addReward(tx: TenantTransaction, input: RewardInput) {
  const criteria = (input.criteria ?? input.reward_type)!;
  const { id } = await tx.db
    .insertInto('rewards')
    .values({
      ...(await columnsOf(tx, input, noFiles)),
      name: input.name,
      criteria,
      deliverable_product: input.deliverable_product ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (input.plansSelected?.length) await addRewardProducts(tx, id, input.plansSelected);
  return id;
}

/**
 * Changes a reward. Omitted fields are kept, and those of the other criteria too. Throws 422 if the
 * delivered product changes.
 */
export async function changeReward(tx: TenantTransaction, id: number, input: RewardChange) {
  const before = orNotFound(
    await tx.db
      .selectFrom('rewards')
      .selectAll()
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  const productId = input.deliverable_product;
  if (productId !== undefined && productId !== before.deliverable_product)
    throw invalid({ deliverable_product: [messages.productFixed] });
  const columns = await columnsOf(tx, input, before);
  const criteria = input.criteria ?? input.reward_type ?? before.criteria;
  requireCriterion({ ...before, ...columns, criteria });
  await tx.db
    .updateTable('rewards')
    .set({ ...columns, criteria })
    .where('id', '=', id)
    .execute();
  await releaseFiles(tx, 'reward_files', [before.file, before.img]);
  if (input.plansSelected) await setProducts(tx, productsOf(id), id, input.plansSelected);
}

/** Removes a reward. Members who earned it keep it. Nobody can earn it any more. */
export async function removeReward({ db }: TenantTransaction, id: number) {
  const removed = await db
    .updateTable('rewards')
    .set({ removed_at: sql`now()` })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  orNotFound(removed);
}

interface RewardFiles {
  file: string | null;
  file_name: string | null;
  img: string | null;
}
const noFiles: RewardFiles = { file: null, file_name: null, img: null };

async function columnsOf(tx: TenantTransaction, input: RewardChange, before: RewardFiles) {
  const { name, needed_score, description, animation, song, links } = input;
  return definedFields({
    name,
    needed_score,
    quiz_id: input.quiz,
    lesson_id: input.lesson,
    description,
    animation,
    song,
    links: links && JSON.stringify(links),
    embed: input.embed === undefined ? undefined : requirePlayer(input.embed),
    ...(await claimRewardFiles(tx, input, before)),
  });
}

/** A file that the reward holds already stays as it is. */
async function claimRewardFiles(
  tx: TenantTransaction,
  { file, img }: RewardChange,
  before: RewardFiles,
) {
  const files: Partial<RewardFiles> = {};
  if (file === null) Object.assign(files, { file: null, file_name: null });
  else if (file !== undefined && !sameFile(file, before.file)) {
    const claimed = await claimFile(tx, file, 'reward_file', 'file');
    Object.assign(files, { file: claimed.path, file_name: claimed.name });
  }
  if (img === null) files.img = null;
  else if (img !== undefined && img !== before.img)
    files.img = (await claimFile(tx, img, 'badge', 'img')).path;
  return files;
}

const sameFile = (address: string, path: string | null) => address.replace(/\?.*/s, '') === path;

function requirePlayer(code: string) {
  if (!code) return '';
  const player = playerUrl(code);
  if (!player) throw invalid({ embed: [messages.wrongEmbed] });
  return player;
}

interface Criterion {
  criteria: string;
  needed_score?: number | null | undefined;
  quiz_id?: number | null | undefined;
  lesson_id?: number | null | undefined;
}

function requireCriterion({ criteria, needed_score, quiz_id, lesson_id }: Criterion) {
  if (criteria === 'score' && needed_score == null)
    throw invalid({ needed_score: [messages.needsScore] });
  if (criteria === 'quiz' && !quiz_id) throw invalid({ quiz: [messages.needsQuiz] });
  if (criteria === 'lesson' && !lesson_id) throw invalid({ lesson: [messages.needsLesson] });
}

/** Throws 404 for a reward that is removed, or of another school. */
export async function requireReward({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db
      .selectFrom('rewards')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
}

const productsOf = (id: number) => ({ table: 'reward_products', column: 'reward_id', id }) as const;

/**
 * Lists the products whose members may earn the reward, by title. Without products everybody may.
 * Throws 404 without the reward.
 */
export async function listRewardProducts(tx: TenantTransaction, rewardId: number) {
  await requireReward(tx, rewardId);
  return listPermissions(tx, productsOf(rewardId));
}

/** Lets the members of more products earn a reward. Returns the permissions of these products. */
export async function addRewardProducts(
  tx: TenantTransaction,
  rewardId: number,
  productIds: number[],
) {
  await requireReward(tx, rewardId);
  return addPermissions(tx, productsOf(rewardId), productIds);
}
