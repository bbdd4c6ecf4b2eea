import type { QuestionKind } from '@vitrine/contract/quizzes';
import { CircleDot, ListChecks, ToggleLeft, type LucideIcon } from 'lucide-react';

export const kindIcons: Record<QuestionKind, LucideIcon> = {
  single: CircleDot,
  multiple: ListChecks,
  true_false: ToggleLeft,
};
