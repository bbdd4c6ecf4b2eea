import type { LoadRequest } from './load.ts';
import type { SeededSchool } from './seed.ts';

/** The schools that the workloads need. */
export interface Schools {
  small: SeededSchool;
  /** A school with 100 times the courses and members. */
  large: SeededSchool;
  /** Like the small one. Only this one is written to, so that the others do not change. */
  written: SeededSchool;
}

/** A part of the run, as the command line takes it. */
export type Part = 'calls' | 'pages' | 'writes';

/** Requests whose cost is compared with the control server's. */
export interface Workload {
  name: string;
  part: Part;
  requests: LoadRequest[];
  /** Requests per second to the product and to the control. */
  rate: number;
  /** Maximum ratio to the cost of the control. */
  target?: number;
}

/** The name of the workload that reads home. */
export const homeCall = 'home call';
/** The name of the workload that reads home of the large school. */
export const largeHomeCall = 'home call, 100 times as large';
/** The name of the workload that saves a panel. */
export const panelSave = 'panel save';

/** Each request of a workload comes from another student, where it needs a session. */
export function workloadsOf({ small, large, written }: Schools): Workload[] {
  const rate = 250;
  return [
    {
      name: homeCall,
      part: 'calls',
      requests: reads(small, () => '/api/v1/home'),
      rate,
      target: 3,
    },
    {
      name: largeHomeCall,
      part: 'calls',
      requests: reads(large, () => '/api/v1/home'),
      rate,
    },
    {
      name: 'lesson call',
      part: 'calls',
      requests: reads(small, ({ lesson }) => `/api/v1/lessons/${lesson.id}`),
      rate,
    },
    {
      name: 'home page',
      part: 'pages',
      requests: homePages(small),
      rate,
      target: 5,
    },
    {
      name: 'lesson page',
      part: 'pages',
      requests: lessonPages(small),
      rate,
      target: 6,
    },
    {
      name: 'course page',
      part: 'pages',
      requests: reads(small, ({ courseId }) => `/courses/${courseId}`),
      rate,
    },
    {
      name: 'login page',
      part: 'pages',
      requests: [loginPage(small)],
      rate,
    },
    {
      name: 'comment',
      part: 'writes',
      requests: everyStudent(written, ({ lesson }, cookie) => ({
        method: 'POST',
        path: `/api/v1/lessons/${lesson.id}/comments`,
        host: written.host,
        cookie,
        body: { content: '<p>A luz da janela ficou ótima na minha foto.</p>', seconds: 90 },
      })),
      rate,
      target: 3,
    },
    {
      name: 'progress',
      part: 'writes',
      requests: everyStudent(written, ({ lesson }, cookie, index) => ({
        method: 'PUT',
        path: `/api/v1/lessons/${lesson.id}/progress`,
        host: written.host,
        cookie,
        body: { seconds: index },
      })),
      rate,
      target: 3,
    },
    {
      name: panelSave,
      part: 'writes',
      requests: ['#2b4c7e', '#7e2b4c'].map((color) => saveColor(written, color)),
      rate: 50,
    },
  ];
}

/** Reads of home's HTML by different students. */
export const homePages = (school: SeededSchool) => reads(school, () => '/homepage');

/** Reads of a lesson's HTML by different students. */
export const lessonPages = (school: SeededSchool) =>
  reads(school, ({ lesson }) => `/curso/${lesson.courseId}/aula/${lesson.id}`);

/** A read of the login page by a visitor. */
export const loginPage = ({ host }: SeededSchool): LoadRequest => ({
  method: 'GET',
  path: '/',
  host,
});

/** A save of the school's colour by its owner. */
export const saveColor = ({ host, owner }: SeededSchool, color: string): LoadRequest => ({
  method: 'POST',
  path: '/api/auth/config/plataforma/updateCustomBasic',
  host,
  cookie: owner,
  body: { primary_color: color },
});

/** The course and the lesson that a request opens. */
interface OpenedContent {
  courseId: number;
  lesson: SeededSchool['lessons'][number];
}

const reads = (school: SeededSchool, path: (opened: OpenedContent) => string) =>
  everyStudent(school, (opened, cookie) => ({
    method: 'GET',
    path: path(opened),
    host: school.host,
    cookie,
  }));

/** A request of each student, about the course and the lesson whose turn it is. */
const everyStudent = (
  { students, courseIds, lessons }: SeededSchool,
  requestFor: (opened: OpenedContent, cookie: string, at: number) => LoadRequest,
) =>
  students.map((cookie, index) => {
    const courseId = courseIds[index % courseIds.length]!;
    return requestFor({ courseId, lesson: lessons[index % lessons.length]! }, cookie, index);
  });
