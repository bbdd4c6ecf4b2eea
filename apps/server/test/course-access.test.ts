import {
  carouselType,
  type CarouselItem,
  type CarouselWithItems,
} from '@vitrine/contract/carousels';
import type { Favorite } from '@vitrine/contract/favorites';
import type { Home } from '@vitrine/contract/home';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from './catalog.ts';
import { openWorld, type Person, type TestResponse, type TestSchool } from './harness.ts';

// Every call about a course must agree on two rules: who may open the course, and who may see that
// it
// exists. Each test here checks one rule with all of these calls.

const world = await openWorld();

type Course = Awaited<ReturnType<typeof courseWith>>;
type Reader = Pick<Person, 'send' | 'get'>;
/** `shown`: the call does not tell open from locked. */
type Access = 'open' | 'locked' | 'shown' | 'absent';

interface Call {
  call: string;
  ask: (person: Reader, course: Course) => Promise<Access>;
  /** Visitors of an open showcase may send it too. */
  forVisitors?: true;
  /** Its answer tells only whether the course exists. */
  tellsNoLock?: true;
  /** The kind of thing that it reads. */
  thing: Thing;
  /** It needs only the lesson's URL. */
  byLink?: true;
}

const things = ['course', 'module', 'lesson'] as const;
type Thing = (typeof things)[number];

let school: TestSchool;
/** The id of one carousel of each kind. */
const carousels = {} as Record<keyof typeof kinds, number>;
/** The owner's comment on each course. */
const comments = new Map<Course, number>();

const thingOf = { courses: 'course', modules: 'module', lessons: 'lesson' } as const;
const kinds = {
  courses: ({ id }: Course) => id,
  modules: ({ modules }: Course) => modules[0]!.id,
  lessons: ({ lessons }: Course) => lessons[0]!,
};

// The access that an answer shows ----------------------------------------------------------------

const byStatus = ({ status, body }: TestResponse): Access => {
  if (status < 300) return 'open';
  if (status === 403 && body.data?.upsell) return 'locked';
  if (status === 404) return 'absent';
  throw new Error(`unexpected answer ${status}: ${JSON.stringify(body)}`);
};

const byLock = ({ status, body }: TestResponse): Access => {
  if (status === 404) return 'absent';
  expect(status).toBe(200);
  return body.data.locked ? 'locked' : 'open';
};

const byItem = (items: { id: number; locked: boolean }[] = [], id: number): Access => {
  const item = items.find((one) => one.id === id);
  if (!item) return 'absent';
  return item.locked ? 'locked' : 'open';
};

const bySight = (seen: boolean): Access => (seen ? 'shown' : 'absent');

// The calls --------------------------------------------------------------------------------------

const lessonOf = (course: Course) => `/api/v1/lessons/${course.lessons[0]}`;
const cardsOnHome = async (person: Reader, id: number): Promise<CarouselItem[] | undefined> => {
  const home: Home = (await person.get('/api/v1/home')).body.data;
  return home.carousels.find((carousel) => carousel.id === id)?.carousel_item;
};
const favorite = async (person: Reader, kind: Favorite['kind'], id: number): Promise<Access> => {
  const { status } = await person.send('PUT', `/api/v1/favorites/${kind}/${id}`);
  const favorites: Favorite[] = (await person.get('/api/v1/favorites')).body;
  const access = byItem(
    favorites.filter((one) => one.kind === kind),
    id,
  );
  expect(status).toBe(access === 'absent' ? 404 : 204);
  const field = kind === 'lesson' ? 'class' : kind;
  const onHome = (await myList(person)).filter((card) => card[field]);
  expect(byItem(onHome, id)).toBe(access);
  return access;
};
const myList = async (person: Reader) => {
  const home: Home = (await person.get('/api/v1/home')).body.data;
  return home.carousels.find(({ type }) => type === carouselType.myList)?.carousel_item ?? [];
};

const calls: Call[] = [
  ...Object.entries(kinds).flatMap(([name, idOf]): Call[] => {
    const kind = name as keyof typeof kinds;
    return [
      {
        call: `home, a carousel of ${kind}`,
        ask: async (person, course) =>
          byItem(await cardsOnHome(person, carousels[kind]), idOf(course)),
        thing: thingOf[kind],
        forVisitors: true,
      },
      {
        call: `a carousel of ${kind} alone`,
        ask: async (person, course) => {
          const { body } = await person.get(`/api/auth/home/get-carousel/${carousels[kind]}`);
          return byItem((body.data as CarouselWithItems).carousel_item, idOf(course));
        },
        thing: thingOf[kind],
      },
      {
        call: `carousel-item, ${kind}`,
        ask: async (person, course) => {
          const path = `vertical/${carouselType[kind]}/${carousels[kind]}`;
          return byItem(
            (await person.get(`/api/auth/home/carousel-item/${path}`)).body,
            idOf(course),
          );
        },
        thing: thingOf[kind],
      },
    ];
  }),
  {
    call: 'course',
    thing: 'course',
    forVisitors: true,
    ask: async (person, { id }) => byLock(await person.get(`/api/v1/courses/${id}`)),
  },
  {
    call: 'module',
    thing: 'module',
    forVisitors: true,
    ask: async (person, { modules }) =>
      byLock(await person.get(`/api/v1/modules/${modules[0]!.id}`)),
  },
  {
    call: 'lesson',
    thing: 'lesson',
    byLink: true,
    forVisitors: true,
    ask: async (person, course) => byStatus(await person.get(lessonOf(course))),
  },
  {
    call: 'progress',
    thing: 'lesson',
    byLink: true,
    ask: async (person, course) =>
      byStatus(await person.send('PUT', `${lessonOf(course)}/progress`, { seconds: 1 })),
  },
  {
    call: 'like',
    thing: 'lesson',
    byLink: true,
    ask: async (person, course) => byStatus(await person.send('PUT', `${lessonOf(course)}/like`)),
  },
  {
    call: 'unlike',
    thing: 'lesson',
    byLink: true,
    ask: async (person, course) =>
      byStatus(await person.send('DELETE', `${lessonOf(course)}/like`)),
  },
  {
    call: 'comments',
    thing: 'lesson',
    byLink: true,
    ask: async (person, course) => byStatus(await person.get(`${lessonOf(course)}/comments`)),
  },
  {
    call: 'comment',
    thing: 'lesson',
    byLink: true,
    ask: async (person, course) =>
      byStatus(
        await person.send('POST', `${lessonOf(course)}/comments`, { content: '<p>Boa</p>' }),
      ),
  },
  {
    call: 'like of a comment',
    thing: 'lesson',
    byLink: true,
    ask: async (person, course) =>
      byStatus(await person.send('PUT', `/api/v1/lesson-comments/${comments.get(course)}/like`)),
  },
  {
    call: 'favourite course',
    thing: 'course',
    ask: (person, { id }) => favorite(person, 'course', id),
  },
  {
    call: 'favourite module',
    thing: 'module',
    ask: (person, { modules }) => favorite(person, 'module', modules[0]!.id),
  },
  {
    call: 'favourite lesson',
    thing: 'lesson',
    ask: (person, { lessons }) => favorite(person, 'lesson', lessons[0]!),
  },
  {
    call: 'snippets of a course',
    thing: 'course',
    ask: async (person, { id }) => {
      const path = `/api/platform/auth/custom-html/filters/course?course_id=${id}`;
      const { status, body } = await person.get(path);
      if (status === 404) return 'absent';
      return body.length > 0 ? 'open' : 'locked';
    },
  },
  ...Object.entries(kinds).map(([name, idOf]): Call => {
    const thing = thingOf[name as keyof typeof kinds];
    const words = {
      course: (title: string) => title,
      module: () => 'módulo',
      lesson: () => 'aula',
    };
    return {
      call: `search, ${name}`,
      thing,
      async ask(person, course) {
        const { title } = Object.values(courses).find((kind) => kind.course === course)!;
        const q = encodeURIComponent(words[thing](title));
        const cards: { id: number; locked: boolean }[] = [];
        for (let page: string | null = `/api/v1/search?q=${q}&kind=${thing}`; page;) {
          const { body }: TestResponse = await person.get(page);
          cards.push(...body.data);
          page = body.next_page_url;
        }
        return byItem(cards, idOf(course));
      },
    };
  }),
  {
    call: 'courses to pick',
    thing: 'course',
    ask: async (person, { id }) => {
      const { body } = await person.get(`/api/auth/cursos/index/${school.id}`);
      return bySight(body.some((one: { id: number }) => one.id === id));
    },
    tellsNoLock: true,
  },
  {
    call: 'modules to pick',
    thing: 'module',
    ask: async (person, { modules }) => {
      const { body } = await person.get(`/api/auth/platform/modules/${school.id}`);
      return bySight(body.some((one: { id: number }) => one.id === modules[0]!.id));
    },
    tellsNoLock: true,
  },
  {
    call: 'module with its lessons',
    thing: 'module',
    ask: async (person, { modules }) => {
      const { status } = await person.get(`/api/platform/auth/module/${modules[0]!.id}`);
      return bySight(status === 200);
    },
    tellsNoLock: true,
  },
];

// Readers and courses ----------------------------------------------------------------------------

let readers: Record<string, Reader>;

interface Kind {
  /** The part that is a draft, if any. */
  draft?: Thing;
  sample?: true;
  unsold?: true;
  title: string;
  course: Course;
}
const courses = {} as Record<string, Kind>;

beforeAll(async () => {
  school = await world.school();
  const { owner, visitor } = school;
  const active = await school.product('Plano Estúdio');
  const inactive = await school.product('Plano Luz');
  const make = async (title: string, kind: Omit<Kind, 'course' | 'title'> = {}) => {
    const products = kind.unsold ? [] : [active, inactive];
    courses[title] = { ...kind, title, course: await courseWith(school, { title, products }) };
    return courses[title].course;
  };
  await make('sold');
  await make('unsold', { unsold: true });
  const drafts = {
    course: await make('a draft', { draft: 'course' }),
    module: await make('with a draft module', { draft: 'module' }),
    lesson: await make('with a draft lesson', { draft: 'lesson' }),
  };
  const samples = [
    await make('with a sample', { sample: true }),
    await make('unsold, with a sample', { sample: true, unsold: true }),
    await make('a draft with a sample', { sample: true, draft: 'course' }),
    await make('with a sample in a draft module', { sample: true, draft: 'module' }),
    await make('with a sample that is a draft', { sample: true, draft: 'lesson' }),
  ] as const;
  const hide = async (path: string) => {
    expect((await owner.send('PATCH', path, { published: 0 })).status).toBe(200);
  };
  for (const { id } of [drafts.course, samples[2]]) await hide(`/api/v1/courses/${id}`);
  for (const { modules } of [drafts.module, samples[3]])
    await hide(`/api/v1/modules/${modules[0]!.id}`);
  for (const { lessons } of [drafts.lesson, samples[4]])
    await hide(`/api/v1/lessons/${lessons[0]}`);
  for (const { lessons } of samples)
    await owner.send('PATCH', `/api/v1/lessons/${lessons[0]}`, { sample: 1 });

  await owner.send('PATCH', `/api/v1/products/${inactive}`, { status: 'inactive' });
  await school.transaction(({ db }) =>
    db.updateTable('platform_settings').set({ showcase: true }).execute(),
  );
  const all = Object.values(courses).map(({ course }) => course);
  for (const [name, idOf] of Object.entries(kinds)) {
    const kind = name as keyof typeof kinds;
    const { body } = await owner.post('/api/auth/config/plataforma/carrossel/create', {
      title: kind,
      type: carouselType[kind],
      content: all.map(idOf),
    });
    carousels[kind] = body[2].data.id;
  }
  for (const course of all) {
    const comment = await owner.post(`${lessonOf(course)}/comments`, { content: '<p>Olá</p>' });
    comments.set(course, comment.body.data.id);
    const snippet = { title: 'Código', customHtml: '<p>Olá</p>', page: 'course' };
    await owner.post('/api/platform/auth/custom-html', {
      ...snippet,
      course_id: course.id,
    });
  }
  readers = {
    owner,
    instructor: await school.join(['instructor']),
    'student with the product': await school.join(['student'], [active]),
    'student with an inactive product': await school.join(['student'], [inactive]),
    'student without a product': await school.join(),
    visitor,
  };
});

const opens = (reader: string) =>
  ['owner', 'instructor', 'student with the product'].includes(reader);
const isStaff = (reader: string) => ['owner', 'instructor'].includes(reader);

/** The expected access of each reader to a thing of a course. */
function expected(
  reader: string,
  { draft, sample, unsold }: Kind,
  { thing, byLink }: Call,
  blockedShown: boolean,
): Access {
  if (isStaff(reader)) return 'open';
  if (unsold) return 'absent';
  if (draft && things.indexOf(thing) >= things.indexOf(draft)) return 'absent';
  if (opens(reader)) return 'open';
  if (sample && thing === 'lesson' && (blockedShown || byLink)) return 'open';
  return blockedShown ? 'locked' : 'absent';
}

describe.each([
  ['locked courses are shown', true],
  ['locked courses are hidden', false],
])('while %s', (_, blockedShown) => {
  beforeAll(() => showBlockedContent(world, school, blockedShown));

  test.each(calls)('$call', async (call) => {
    const { ask, forVisitors, tellsNoLock } = call;
    const actual: Record<string, Record<string, Access>> = {};
    const right: typeof actual = {};
    const seen = (access: Access) => (tellsNoLock && access !== 'absent' ? 'shown' : access);
    for (const [reader, person] of Object.entries(readers)) {
      if (reader === 'visitor' && !forVisitors) continue;
      actual[reader] = {};
      right[reader] = {};
      for (const [title, kind] of Object.entries(courses)) {
        actual[reader][title] = await ask(person, kind.course);
        right[reader][title] = seen(expected(reader, kind, call, blockedShown));
      }
    }
    expect(actual).toEqual(right);
  });
});

// Percent ----------------------------------------------------------------------------------------

describe.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [199, 99],
  [200, 100],
])('%i of 200 lessons finished', (done, percent) => {
  let student: Person;
  let course: Course;
  let lessons: number[];
  const carouselOf = {} as Record<'courses' | 'modules', number>;

  beforeEach(async () => {
    school = await world.school();
    const product = await school.product();
    student = await school.join(['student'], [product]);
    course = await courseWith(school, { products: [product], lessons: [0] });
    const [module] = course.modules;
    lessons = await school.transaction(async ({ db }) => {
      const place = { course_id: course.id, module_id: module!.id };
      const inserted = await db
        .insertInto('lessons')
        .values(Array.from({ length: 200 }, (_, position) => ({ ...place, position, title: 'A' })))
        .returning('id')
        .execute();
      const finished = inserted.slice(0, done).map(({ id }) => ({
        ...place,
        lesson_id: id,
        member_id: student.id,
        finished_at: new Date(),
      }));
      if (finished.length) await db.insertInto('lesson_progress').values(finished).execute();
      return inserted.map(({ id }) => id);
    });
    for (const kind of ['courses', 'modules'] as const) {
      const { body } = await school.owner.post('/api/auth/config/plataforma/carrossel/create', {
        title: kind,
        type: carouselType[kind],
        content: [kind === 'courses' ? course.id : module!.id],
      });
      carouselOf[kind] = body[2].data.id;
    }
  });

  test(`is ${percent} % wherever a percent is told`, async () => {
    const home: Home = (await student.get('/api/v1/home')).body.data;
    const onHome = (id: number) => home.carousels.find((one) => one.id === id)!.carousel_item[0]!;
    const alone = async (id: number): Promise<CarouselItem> =>
      (await student.get(`/api/auth/home/get-carousel/${id}`)).body.data.carousel_item[0];
    const actual = {
      course: (await student.get(`/api/v1/courses/${course.id}`)).body.data.progress,
      lesson: (await student.get(`/api/v1/lessons/${lessons[0]}`)).body.data.course.progress,
      courseOnHome: onHome(carouselOf.courses).course!.progress,
      moduleOnHome: onHome(carouselOf.modules).module!.progress,
      courseAlone: (await alone(carouselOf.courses)).course!.progress,
      moduleAlone: (await alone(carouselOf.modules)).module!.progress,
      // "Continue" does not list a finished course.
      continued: home.continue[0]?.percent ?? percent,
      saved: (await student.send('PUT', `/api/v1/lessons/${lessons[0]}/progress`, { seconds: 1 }))
        .body.data.course_progress,
    };
    expect(actual).toEqual(
      Object.fromEntries(Object.keys(actual).map((caller) => [caller, percent])),
    );
    expect(home.continue).toHaveLength(done === 0 || done === 200 ? 0 : 1);
  });
});
