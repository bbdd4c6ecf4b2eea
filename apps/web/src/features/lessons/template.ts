import type { Lesson } from '@vitrine/contract/catalog';
import type { ComponentType, ReactNode, RefObject } from 'react';
import type { PlayerHandle } from './player/player.tsx';

/** What people say under the lesson; `video` is there where it has one. */
export interface CommentsSlot {
  lesson: Lesson;
  video: RefObject<PlayerHandle | null>;
}

/** Other features' pieces, which `app` puts into the page. */
export interface LessonSlots {
  Comments: ComponentType<CommentsSlot>;
  /** Runs between the picture and the words, where the header is not there for it. */
  underPicture?: ReactNode;
}

/** What every template arranges. */
export interface TemplateProps {
  lesson: Lesson;
  /** The lesson's video or embed; null where it is words only. */
  media: (corner?: { start?: ReactNode; end?: ReactNode; fill?: boolean }) => ReactNode;
  comments: ReactNode;
  underPicture: ReactNode;
}
