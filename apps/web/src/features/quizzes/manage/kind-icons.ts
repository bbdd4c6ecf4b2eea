import type { QuestionKind } from '@vitrine/contract/quizzes';
import { CircleDot, ListChecks, ToggleLeft, type LucideIcon } from 'lucide-react';

/** The drawing of each kind. Its name is beside it or in its label. */
export const kindIcons: Record<QuestionKind, LucideIcon> = {
  single: CircleDot,
  multiple: ListChecks,
  true_false: ToggleLeft,
};
