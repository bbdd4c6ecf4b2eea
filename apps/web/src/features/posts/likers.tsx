import type { PostPerson } from '@vitrine/contract/posts';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface LikersProps {
  likers: PostPerson[];
  /** All who like the post. */
  likes: number;
}

/**
 * The faces of the latest who like a post, and the name of the first. The heart shows the viewer's
 * own like.
 */
export function Likers({ likers, likes }: LikersProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const others = likers.filter(({ id }) => id !== viewer?.id);
  const [first] = others;
  if (!first || likes < 1) return null;
  const more = likes - 1;
  const name = shortName(first.name);
  const words = more > 0 ? t('{{name}} e mais {{count}}', { name, count: more }) : name;
  return (
    <p className="likers" title={others.map((one) => one.name).join(', ')}>
      <span className="likers-faces">
        {others.map((one) => (
          <Avatar key={one.id} name={one.name} src={one.photo_url} size={28} />
        ))}
      </span>
      <span className="likers-words">
        <span className="sr-only">{t('Curtida por')} </span>
        {words}
      </span>
    </p>
  );
}

const MAX_NAME = 24;

/**
 * The first two words of a name, with what stands between them: a long name pushes out no count.
 */
function shortName(name: string) {
  const words = name.trim().split(/\s+/);
  const isLong = (word: string) => word.length > 2;
  const second = words.findIndex((word, at) => isLong(word) && words.slice(0, at).some(isLong));
  const short = [...(second < 0 ? words : words.slice(0, second + 1)).join(' ')];
  return short.length > MAX_NAME
    ? `${short
        .slice(0, MAX_NAME - 1)
        .join('')
        .trim()}…`
    : short.join('');
}
