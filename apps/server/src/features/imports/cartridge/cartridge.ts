import type { Readable } from 'node:stream';
import type { ReportLine } from '../report.ts';

/** What an uploaded Common Cartridge becomes: a course tree, and what it could not hold. */
export interface Cartridge {
  title: string;
  modules: CartridgeModule[];
  report: ReportLine[];
  /**
   * Streams one file of the archive. The stream fails with a CartridgeError when the file is damaged
   * or larger than it says. An unknown path rejects with `damaged`.
   */
  openFile(path: string): Promise<Readable>;
  close(): Promise<void>;
}

export interface CartridgeModule {
  title: string;
  /** Whether students saw it where it comes from. */
  published: boolean;
  lessons: CartridgeLesson[];
}

export interface CartridgeLesson {
  title: string;
  /** What other lessons link to it by: ids of resources and paths of pages. */
  keys: string[];
  /**
   * Not sanitised. Files of the cartridge are `cartridge-file:` URLs: see replaceCartridgeFiles. Other
   * lessons are `cartridge-lesson:` URLs: see lessonReferred.
   */
  html: string | null;
  link: string | null;
  files: CartridgeFile[];
  /** The path of its file, where the item opened a video and nothing else. */
  video: string | null;
  /** The same of a picture: the text shows it, and it stays among the files. */
  picture: string | null;
  quiz: CartridgeQuiz | null;
  discussion: boolean;
  /** Whether students saw it where it comes from, and it was part of the course. */
  published: boolean;
}

export interface CartridgeFile {
  /** Path inside the archive, as openFile takes it. */
  path: string;
  name: string;
  /** Bytes, unpacked. */
  size: number;
}

export interface CartridgeQuiz {
  name: string;
  time_limit_seconds: number | null;
  /** Pass mark in percent. */
  goal: number | null;
  repeat: boolean;
  questions: CartridgeQuestion[];
}

export interface CartridgeQuestion {
  kind: 'single' | 'multiple' | 'true_false';
  /** HTML, not sanitised. */
  text: string;
  /** Plain text. */
  explanation: string | null;
  /** The points of the source: more than 0, not always whole. */
  weight: number;
  /** Plain text. `single` and `true_false` have exactly one correct option. */
  options: { text: string; correct: boolean }[];
}
