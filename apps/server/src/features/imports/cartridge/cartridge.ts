import type { Readable } from 'node:stream';
import type { ReportLine } from '../report.ts';

/** A Common Cartridge as a course tree, with a report of what the tree cannot hold. */
export interface Cartridge {
  title: string;
  modules: CartridgeModule[];
  report: ReportLine[];
  /**
   * Streams one file of the archive. The stream fails with a CartridgeError when the file is
   * damaged or larger than it says. An unknown path rejects with `damaged`.
   */
  openFile(path: string): Promise<Readable>;
  close(): Promise<void>;
}

/** A module as the cartridge describes it, before it is stored. */
export interface CartridgeModule {
  title: string;
  /** True where students saw it in the source. */
  published: boolean;
  lessons: CartridgeLesson[];
}

/** A lesson as the cartridge describes it, before it is stored. */
export interface CartridgeLesson {
  title: string;
  /** The keys by which other lessons link to it: ids of resources and paths of pages. */
  keys: string[];
  /**
   * Not sanitised. Files of the cartridge are `cartridge-file:` URLs: see replaceCartridgeFiles.
   * Other lessons are `cartridge-lesson:` URLs: see parseLessonReference.
   */
  html: string | null;
  link: string | null;
  files: CartridgeFile[];
  /** Path of the video, where the item holds a video only. */
  video: string | null;
  /**
   * Path of the image, where the item holds an image only. The text shows it, and it stays among
   * the files.
   */
  image: string | null;
  quiz: CartridgeQuiz | null;
  discussion: boolean;
  /** True where it was part of the course and students saw it there. */
  published: boolean;
}

/** A file of the cartridge that a lesson uses. */
export interface CartridgeFile {
  /** Path inside the archive, as openFile takes it. */
  path: string;
  name: string;
  /** Bytes, unpacked. */
  size: number;
}

/** A quiz with those questions that our kinds can hold (contract, Import). */
export interface CartridgeQuiz {
  name: string;
  time_limit_seconds: number | null;
  /** Pass mark in percent. */
  goal: number | null;
  repeat: boolean;
  questions: CartridgeQuestion[];
}

/** A question of a quiz, in the kinds of contract, Quizzes. */
export interface CartridgeQuestion {
  kind: 'single' | 'multiple' | 'true_false';
  /** HTML, not sanitised. */
  text: string;
  /** Plain text. */
  explanation: string | null;
  /** The points in the source: more than 0, not always an integer. */
  weight: number;
  /** Plain text. `single` and `true_false` have exactly one correct option. */
  options: { text: string; correct: boolean }[];
}
