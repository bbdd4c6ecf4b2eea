import type { LoadRequest } from './load.ts';
import type { NumberedSchool } from './schools.ts';

/** Makes requests of students in turn: pages, calls, saved positions, and some visitors. */
export function studentMix(schools: NumberedSchool[]) {
  let turn = 0;
  let seconds = 0;
  return (): LoadRequest => {
    turn += 1;
    const { host, students, courseId, lessonId, channelId } = schools[turn % schools.length]!;
    const cookie = students[Math.floor(turn / schools.length) % students.length]!;
    const get = (path: string): LoadRequest => ({ method: 'GET', path, host, cookie });
    const requests: (() => LoadRequest)[] = [
      () => get('/homepage'),
      () => get('/homepage'),
      () => get('/api/v1/home'),
      () => get('/api/v1/home'),
      () => get(`/curso/${courseId}/aula/${lessonId}`),
      () => get(`/api/v1/lessons/${lessonId}`),
      () => get(`/api/v1/channels/${channelId}/posts`),
      () => get('/api/auth/notification'),
      () => ({ method: 'GET', path: '/', host }),
    ];
    const save: LoadRequest = {
      method: 'PUT',
      path: `/api/v1/lessons/${lessonId}/progress`,
      host,
      cookie,
      body: { seconds: (seconds += 1) % 600 },
    };
    const index = (turn * 7) % 12;
    return index < requests.length ? requests[index]!() : save;
  };
}
