import {
  communityActions,
  communityFields,
  dailyPlatformActions,
  platformActions,
  type Action,
  type Parameters,
} from '@vitrine/contract/points';
import { recordOf } from '@vitrine/contract/record-of';
import {
  CircleCheck,
  GraduationCap,
  Heart,
  Layers,
  LogIn,
  MessageCircle,
  MessagesSquare,
  PenLine,
  Play,
  Reply,
  type LucideIcon,
} from 'lucide-react';

/** The daily rule of an action: `plus_user_score` points at each `needed_interaction` within 24 hours. */
export interface RuleForm {
  enable: boolean;
  needed_interaction: number;
  plus_user_score: number;
}

/** The values of the form Pontuação. Signing in has no daily rule. */
export interface PointsForm {
  custom_name: string;
  points: Record<Action, number>;
  rules: Record<Exclude<Action, 'login'>, RuleForm>;
}

interface ActionRow {
  action: Action;
  label: string;
  icon: LucideIcon;
}

/** The rows of both tables, in the order in which they are shown. */
export const actionGroups: { title: string; rows: ActionRow[] }[] = [
  {
    title: 'Na plataforma',
    rows: [
      { action: 'login', label: 'Entrar no dia', icon: LogIn },
      { action: 'watch_class', label: 'Assistir a uma aula', icon: Play },
      { action: 'finish_class', label: 'Concluir aula', icon: CircleCheck },
      { action: 'finish_module', label: 'Concluir módulo', icon: Layers },
      { action: 'finish_course', label: 'Concluir curso', icon: GraduationCap },
      { action: 'comment_class', label: 'Comentar aula', icon: MessageCircle },
      { action: 'like_class', label: 'Curtir aula', icon: Heart },
    ],
  },
  {
    title: 'Na comunidade',
    rows: [
      { action: 'post', label: 'Publicar', icon: PenLine },
      { action: 'comment', label: 'Comentar', icon: MessagesSquare },
      { action: 'reply', label: 'Responder', icon: Reply },
      { action: 'like', label: 'Curtir', icon: Heart },
    ],
  },
];

/** The points that a new school begins with: what takes longer is worth more. */
export const suggestedPoints: Record<Action, number> = {
  login: 1,
  watch_class: 2,
  finish_class: 10,
  finish_module: 20,
  finish_course: 50,
  comment_class: 5,
  like_class: 1,
  post: 15,
  comment: 5,
  reply: 5,
  like: 1,
};

/** The saved parameters as form values. */
export function formOf({ platform, community, per_day }: Parameters): PointsForm {
  const rules = { ...per_day.platform_settings, ...per_day.community_settings };
  return {
    custom_name: community.custom_name,
    points: {
      ...platform,
      ...recordOf(communityActions, (action) => community[communityFields[action]]),
    },
    rules: recordOf([...dailyPlatformActions, ...communityActions], (action) => ({
      ...rules[action],
      enable: Boolean(rules[action].enable),
    })),
  };
}

/** The body of create-parameters and update-parameters (B section 7). */
export const valuesOf = ({ custom_name, points }: PointsForm) => ({
  custom_name,
  platform: recordOf(platformActions, (action) => points[action]),
  community: Object.fromEntries(
    communityActions.map((action) => [communityFields[action], points[action]]),
  ) as Record<(typeof communityFields)[keyof typeof communityFields], number>,
});

/** The body of create-per-day-parameters (B section 7). */
export const rulesOf = ({ rules }: PointsForm) => ({
  platform_settings: recordOf(dailyPlatformActions, (action) => rules[action]),
  community_settings: recordOf(communityActions, (action) => rules[action]),
});
