import type { Lesson } from '@vitrine/contract/catalog';
import type { ComponentType, ReactNode, RefObject } from 'react';
import type { PlayerHandle } from './player/player.tsx';

/** Props of the comments. `video` is set where the lesson has one. */
export interface CommentsSlot {
  lesson: Lesson;
  video: RefObject<PlayerHandle | null>;
}

/** The quiz of the lesson, from its start to its best result. */
export interface QuizSlot {
  lesson: Lesson;
  /** Finishes the lesson by hand, where the quiz was passed before it counted. */
  onFinish: () => void;
}

/** Other features' pieces, which `app` puts into the page. */
export interface LessonSlots {
  Comments: ComponentType<CommentsSlot>;
  Quiz: ComponentType<QuizSlot>;
  /** Runs between the image and the words, where the header is not there for it. */
  underImage?: ReactNode;
}

/** Is the lesson finished by passing its quiz, and by nothing else? */
export const waitsForQuiz = ({ quiz, finished }: Lesson) =>
  Boolean(quiz?.required && quiz.open && !finished);

/** The parts that each template arranges. */
export interface TemplateProps {
  lesson: Lesson;
  /** The lesson's video or embed. Null for a text lesson. */
  media: (corner?: { start?: ReactNode; end?: ReactNode; fill?: boolean }) => ReactNode;
  comments: ReactNode;
  /** Null where the lesson has no quiz, and for visitors. */
  quiz: ReactNode;
  underImage: ReactNode;
}
