import type { Post } from '@vitrine/contract/posts';
import { plainText } from '../../kit/page/safe-html.tsx';

/**
 * Title and text of a post without tags, in one line, parted by a dot. `nothing` stands for a post
 * of files alone.
 */
export const wordsOf = ({ title, content }: Pick<Post, 'title' | 'content'>, nothing: string) =>
  [title, plainText(content)].filter(Boolean).join(' · ') || nothing;
