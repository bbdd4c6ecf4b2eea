import type { Ask } from './load.ts';
import type { BenchSchool } from './seed.ts';

export interface Schools {
  small: BenchSchool;
  /** A school with 100 times the courses and members. */
  large: BenchSchool;
  /** Like the small one. Only this one is written to, so that the others do not change. */
  written: BenchSchool;
}

export type Part = 'calls' | 'pages' | 'writes';

export interface Workload {
  name: string;
  part: Part;
  asks: Ask[];
  /** A second, of the product and of the control. */
  rate: number;
  /** At most so many times the control's cost. */
  aim?: number;
}

export const homeCall = 'home call';
export const largeHomeCall = 'home call, 100 times as large';
export const panelSave = 'panel save';

/** Each request of a workload comes from another student, where it needs a session. */
export function workloadsOf({ small, large, written }: Schools): Workload[] {
  const rate = 250;
  return [
    {
      name: homeCall,
      part: 'calls',
      asks: reads(small, () => '/api/v1/home'),
      rate,
      aim: 3,
    },
    {
      name: largeHomeCall,
      part: 'calls',
      asks: reads(large, () => '/api/v1/home'),
      rate,
    },
    {
      name: 'lesson call',
      part: 'calls',
      asks: reads(small, ({ lesson }) => `/api/v1/lessons/${lesson.id}`),
      rate,
    },
    {
      name: 'home page',
      part: 'pages',
      asks: homePages(small),
      rate,
      aim: 5,
    },
    {
      name: 'lesson page',
      part: 'pages',
      asks: lessonPages(small),
      rate,
      aim: 6,
    },
    {
      name: 'course page',
      part: 'pages',
      asks: reads(small, ({ courseId }) => `/courses/${courseId}`),
      rate,
    },
    {
      name: 'login page',
      part: 'pages',
      asks: [loginPage(small)],
      rate,
    },
    {
      name: 'comment',
      part: 'writes',
      asks: everyStudent(written, ({ lesson }, cookie) => ({
        method: 'POST',
        path: `/api/v1/lessons/${lesson.id}/comments`,
        host: written.host,
        cookie,
        body: { content: '<p>A luz da janela ficou ótima na minha foto.</p>', seconds: 90 },
      })),
      rate,
      aim: 3,
    },
    {
      name: 'progress',
      part: 'writes',
      asks: everyStudent(written, ({ lesson }, cookie, at) => ({
        method: 'PUT',
        path: `/api/v1/lessons/${lesson.id}/progress`,
        host: written.host,
        cookie,
        body: { seconds: at },
      })),
      rate,
      aim: 3,
    },
    {
      name: panelSave,
      part: 'writes',
      asks: ['#2b4c7e', '#7e2b4c'].map((color) => saveColor(written, color)),
      rate: 50,
    },
  ];
}

export const homePages = (school: BenchSchool) => reads(school, () => '/homepage');

export const lessonPages = (school: BenchSchool) =>
  reads(school, ({ lesson }) => `/curso/${lesson.courseId}/aula/${lesson.id}`);

export const loginPage = ({ host }: BenchSchool): Ask => ({ method: 'GET', path: '/', host });

export const saveColor = ({ host, owner }: BenchSchool, color: string): Ask => ({
  method: 'POST',
  path: '/api/auth/config/plataforma/updateCustomBasic',
  host,
  cookie: owner,
  body: { primary_color: color },
});

interface Opens {
  courseId: number;
  lesson: BenchSchool['lessons'][number];
}

const reads = (school: BenchSchool, path: (opens: Opens) => string) =>
  everyStudent(school, (opens, cookie) => ({
    method: 'GET',
    path: path(opens),
    host: school.host,
    cookie,
  }));

/** A request of each student, about the course and the lesson whose turn it is. */
const everyStudent = (
  { students, courseIds, lessons }: BenchSchool,
  ask: (opens: Opens, cookie: string, at: number) => Ask,
) =>
  students.map((cookie, at) => {
    const courseId = courseIds[at % courseIds.length]!;
    return ask({ courseId, lesson: lessons[at % lessons.length]! }, cookie, at);
  });
