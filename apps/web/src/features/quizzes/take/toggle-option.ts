import type { AskedQuestion } from '@vitrine/contract/quizzes';

/**
 * The chosen options after a press. With several right options a second press takes one back. Else
 * the new option replaces the old one.
 */
export function toggleOption(
  kind: AskedQuestion['kind'],
  chosen: readonly number[],
  option: number,
): number[] {
  if (kind !== 'multiple') return [option];
  return chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option];
}
