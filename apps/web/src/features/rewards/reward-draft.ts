import type { Permission } from '@vitrine/contract/gamification';
import { messages, rewards, type Reward } from '@vitrine/contract/rewards';
import type { SongName } from '../../kit/celebrations/animations.ts';
import { useDraft } from '../../kit/forms/draft.ts';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { call } from '../../platform/api.ts';
import { withLink } from './links-field.tsx';
import { useAddReward, useChangeReward } from './rewards.queries.ts';

interface RewardForm {
  name: string;
  description: string;
  criteria: Reward['criteria'];
  /** As it was typed. */
  needed_score: string;
  quiz: number | null;
  lesson: number | null;
  plansSelected: number[];
  file: string | null;
  img: string | null;
  links: string[];
  /** A link that is typed and not yet in the list. */
  typedLink: string;
  embed: string;
  deliverable_product: number | null;
  animation: Reward['animation'];
  song: SongName | '';
}

/**
 * While `permissions` load, the reward itself names the products. `shown` is the reward that the form
 * read first. It keeps the address of an unchanged file.
 */
const formOf = (
  reward: Reward | null,
  permissions: Permission[] | undefined,
  shown = reward,
): RewardForm => ({
  name: reward?.name ?? '',
  description: reward?.description ?? '',
  criteria: reward?.criteria ?? 'score',
  needed_score: reward?.needed_score == null ? '' : String(reward.needed_score),
  quiz: reward?.quiz ?? null,
  lesson: reward?.lesson ?? null,
  plansSelected: permissions?.map(({ plan_id }) => plan_id) ?? reward?.plansSelected ?? [],
  // Each answer signs a new address.
  file: (filePathOf(reward) === filePathOf(shown) ? shown : reward)?.file ?? null,
  img: reward?.img ?? null,
  links: reward?.links ?? [],
  typedLink: '',
  embed: reward?.embed ?? '',
  deliverable_product: reward?.deliverable_product ?? null,
  animation: reward?.animation ?? 'none',
  // The contract answers any text.
  song: (reward?.song ?? '') as RewardForm['song'],
});

/** The address of a reward's file without its signature. */
const filePathOf = (reward: Reward | null) => reward?.file?.replace(/\?.*/s, '');

/** The values of the form. Saving adds the reward, or changes it. */
export function useRewardDraft(reward: Reward | null, permissions: Permission[] | undefined) {
  const add = useAddReward();
  const change = useChangeReward();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { rewardId: data.id }, body }),
  );
  return useDraft<RewardForm>({
    name: `reward.${reward?.id ?? 'new'}`,
    saved: formOf(reward, permissions),
    async reread() {
      if (!reward) return undefined;
      const now = (await call(rewards.list, {})).find(({ id }) => id === reward.id);
      const params = { rewardId: reward.id };
      return now && formOf(now, await call(rewards.products, { params }), reward);
    },
    failure: messages.saveFailed,
    async save({ deliverable_product, needed_score, typedLink, links, ...values }) {
      const body = {
        ...values,
        links: withLink(links, typedLink),
        needed_score: needed_score === '' ? '' : Number(needed_score),
      };
      // The product that is delivered stays (contract, Rewards).
      if (reward) await change.mutateAsync({ params: { rewardId: reward.id }, body });
      else await addOnce({ body: { ...body, deliverable_product } });
    },
  });
}

/** The form of a reward with its unsaved changes and the server's errors. */
export type RewardDraft = ReturnType<typeof useRewardDraft>;
