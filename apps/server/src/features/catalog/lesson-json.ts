import { Lesson } from '@vitrine/contract/catalog';
import { dataWriter } from '../../kit/answers.ts';
import type { LessonWithList } from './lessons.store.ts';

const write = dataWriter(Lesson, 'modules');

/** The lesson's answer. Its list of modules goes out as PostgreSQL wrote it. */
export const lessonJson = ({ modules, ...lesson }: LessonWithList) => write(lesson, modules);
