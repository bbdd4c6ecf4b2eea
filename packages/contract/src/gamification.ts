import * as z from 'zod/mini';
import { ids } from './core.ts';

// Shared by points, levels, rewards and the ranking.

/** B section 3. */
export const animations = [
  'none',
  'levelUpGold',
  'levelUpSilver',
  'levelUpBronze',
  'silverMedal',
  'reward',
  'parabens',
  'trofeu',
  'trofeu2',
  'trofeu3',
  'rocket',
  'congratulation1',
] as const;

/** Ours: `/sounds/{name}.mp3`. */
export const songs = [
  'fanfarra',
  'sinos',
  'subida',
  'moedas',
  'harpa',
  'tambor',
  'estrela',
  'vitoria',
] as const;

/** Ours: maximum score that a level or a reward may ask for. */
export const MAX_SCORE = 1_000_000_000;

/** B section 9: maximum characters of a product's name in the pickers of gamification. */
export const PRODUCT_NAME_LENGTH = 35;

const noProduct = 'Nenhum produto selecionado.';

/** The products of a permission list. */
export const someProducts = z
  .pipe(z._default(z.array(z.unknown(), noProduct), []), ids)
  .check(z.minLength(1, noProduct));

/** A product of a permission list. `id` is the permission's, `plan_id` the product's. */
export const Permission = z.object({
  id: z.int(),
  plan_id: z.int(),
  plan: z.object({ title: z.string() }),
});
export type Permission = z.output<typeof Permission>;

/** A level as other people see it: beside a name and in the ranking. */
export const ShownLevel = z.object({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  url_img: z.nullable(z.string()),
  needed_score: z.int(),
});
export type ShownLevel = z.output<typeof ShownLevel>;
