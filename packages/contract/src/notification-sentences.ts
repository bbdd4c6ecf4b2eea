import type { Notification, NotificationEvent } from './notifications.ts';

/** The values of a sentence that are emphasised. */
export const emphasized: readonly string[] = ['name', 'title'];

/** The text of a notification, in the bell and in mails. */
const messages = {
  doubt_asked: '{{name}} comentou em {{title}}',
  doubt_answered: '{{name}} respondeu sua dúvida em {{title}}',
  doubt_like: '{{name}} curtiu seu comentário em {{title}}',
  doubt_like_many: '{{name}} e mais {{count}} curtiram seu comentário em {{title}}',
  post: '{{name}} publicou {{title}} em {{place}}',
  post_mention: '{{name}} mencionou você em {{title}}',
  post_like: '{{name}} curtiu {{title}}',
  post_like_many: '{{name}} e mais {{count}} curtiram {{title}}',
  post_removed: 'A equipe removeu {{title}}',
  post_restored: 'A equipe trouxe {{title}} de volta',
  comment: '{{name}} comentou na sua publicação',
  reply: '{{name}} respondeu seu comentário',
  comment_mention: '{{name}} mencionou você em um comentário',
  comment_like: '{{name}} curtiu seu comentário',
  comment_like_many: '{{name}} e mais {{count}} curtiram seu comentário',
  comment_removed: 'A equipe removeu seu comentário em {{title}}',
  silenced: 'A equipe silenciou você em {{place}} por enquanto',
  silenced_until: 'A equipe silenciou você em {{place}} até {{until}}',
  points: 'Você ganhou {{count}} ponto|Você ganhou {{count}} pontos',
  points_lost: 'Você perdeu {{count}} ponto|Você perdeu {{count}} pontos',
  reward: 'Você ganhou a recompensa {{title}}',
  level: 'Você chegou ao nível {{title}}',
  live: '{{title}} começa ao vivo em {{until}}',
  /** Replace the title of a post that has none. */
  untitled: 'uma publicação',
  untitledOwn: 'sua publicação',
  /** Replaces a missing name. */
  somebody: 'Membro removido',
} as const;

const ofOthers: readonly NotificationEvent[] = ['post', 'post_mention'];

/**
 * The sentence and its values. The caller translates the sentence, and `title` and `name` where these
 * texts are ours.
 */
export function sentenceOf(
  { event, user, others, title, place, points, until }: Notification,
  t: (text: string) => string,
  dateOf: (moment: Date | string) => string,
): { text: string; values: Record<string, string | number> } {
  return {
    text: textOf({ event, others, points, until }),
    values: {
      name: user?.name ?? t(messages.somebody),
      title: title || t(ofOthers.includes(event) ? messages.untitled : messages.untitledOwn),
      place,
      count: event === 'points' ? Math.abs(points ?? 0) : others,
      until: until === null ? '' : dateOf(until),
    },
  };
}

function textOf({
  event,
  others,
  points,
  until,
}: Pick<Notification, 'event' | 'others' | 'points' | 'until'>): string {
  if (event === 'points') return (points ?? 0) < 0 ? messages.points_lost : messages.points;
  if (event === 'silenced') return until === null ? messages.silenced : messages.silenced_until;
  const manyKey = `${event}_many`;
  return others > 0 && manyKey in messages
    ? messages[manyKey as 'post_like_many']
    : messages[event];
}
