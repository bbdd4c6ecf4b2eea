import type { Post } from '@vitrine/contract/posts';
import { plainText } from '../../kit/page/safe-html.tsx';

export const wordsOf = ({ title, content }: Pick<Post, 'title' | 'content'>, nothing: string) =>
  [title, plainText(content)].filter(Boolean).join(' ') || nothing;
