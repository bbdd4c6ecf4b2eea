import type { Ask } from './load.ts';
import type { AskedSchool } from './schools.ts';

/** As in life: pages and calls of students, a saved position in four, and a visitor now and then. */
export function mixOf(schools: AskedSchool[]) {
  let turn = 0;
  let seconds = 0;
  return (): Ask => {
    turn += 1;
    const { host, students, course, lesson, channel } = schools[turn % schools.length]!;
    const cookie = students[Math.floor(turn / schools.length) % students.length]!;
    const get = (path: string): Ask => ({ method: 'GET', path, host, cookie });
    const asks: (() => Ask)[] = [
      () => get('/homepage'),
      () => get('/homepage'),
      () => get('/api/v1/home'),
      () => get('/api/v1/home'),
      () => get(`/curso/${course}/aula/${lesson}`),
      () => get(`/api/v1/lessons/${lesson}`),
      () => get(`/api/v1/channels/${channel}/posts`),
      () => get('/api/auth/notification'),
      () => ({ method: 'GET', path: '/', host }),
    ];
    const save: Ask = {
      ...{ method: 'PUT', path: `/api/v1/lessons/${lesson}/progress`, host, cookie },
      body: { seconds: (seconds += 1) % 600 },
    };
    const at = (turn * 7) % 12;
    return at < asks.length ? asks[at]!() : save;
  };
}
