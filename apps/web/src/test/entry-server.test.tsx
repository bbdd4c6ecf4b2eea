import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { home } from '@vitrine/contract/home';
import type { Language } from '@vitrine/contract/languages';
import { posts } from '@vitrine/contract/posts';
import type { Site } from '@vitrine/contract/site';
// @vitest-environment node
import { text } from 'node:stream/consumers';
import { use } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FirstFoldPage, renderFirstFold } from '../entry-server.tsx';
import { community, post } from './community.ts';
import { lesson as lessonWith } from './course.ts';
import { session, site } from './school.tsx';

interface School {
  site: Site;
  language: Language;
  /** The texts of its lesson page, in its language. */
  says: string[];
}

const school = (name: string, language: Language, sidebar: 0 | 1, says: string[]): School => ({
  site: {
    ...site,
    tenant: { ...site.tenant, name },
    settings: { ...site.settings, name, sidebar },
  },
  language,
  says: [...says, name],
});

const english = school('Backlight', 'en', 1, ['Finish lesson', 'Next lesson', 'beside-sidebar']);
const spanish = school('Contraluz', 'es', 0, ['Terminar clase', 'Próxima clase']);

/** A lesson with text: rendering its page calls `clean`. */
const lesson = lessonWith({
  id: 3,
  title: 'f/8',
  content: '<p>…</p>',
  course: { id: 1, title: 'Luz', progress: 0 },
  module: { id: 2, title: 'Um' },
  next: { id: 4, title: 'f/11' },
  modules: [{ id: 2, title: 'Um', lessons: [] }],
});

const openingOf = ({ site, language }: School, clean: (html: string) => string) => ({
  boot: {
    site,
    session: session(['student'], site.tenant),
    view: null,
    answers: { [catalog.showLesson.path.replace('{id}', '3')]: { data: lesson } },
  },
  language,
  pathname: '/curso/1/f-8/3',
  clean,
});

function expectOnly(html: string, own: School, other: School) {
  for (const words of own.says) expect(html).toContain(words);
  for (const words of other.says) expect(html).not.toContain(words);
}

test('pages of two schools that render in turns keep their school and language', async () => {
  const first = gate();
  const second = gate();
  const pages = [slowPage(english, first.passed), slowPage(spanish, second.passed)];
  // Both renders have begun and wait. The one that began first continues last.
  await new Promise(setImmediate);
  second.open(0);
  await new Promise(setImmediate);
  first.open(1);
  const [one, two] = await Promise.all(pages);
  expectOnly(one!, english, spanish);
  expectOnly(two!, spanish, english);
});

/** The page suspends where it first reads the school's settings, before it shows the school's name. */
async function slowPage(own: School, sidebar: Promise<0 | 1>) {
  const props = openingOf(own, (html) => html);
  const settings = {
    ...own.site.settings,
    get sidebar() {
      // oxlint-disable-next-line react-hooks/rules-of-hooks -- read while a component renders
      return use(sidebar);
    },
  };
  const slow = { ...props, boot: { ...props.boot, site: { ...own.site, settings } } };
  return text(await renderToReadableStream(<FirstFoldPage {...slow} />));
}

test('two pages rendered at the same time do not affect each other', () => {
  let inner = '';
  const outer = renderFirstFold(
    openingOf(english, () => {
      inner = renderFirstFold(openingOf(spanish, (html) => html));
      return '';
    }),
  );
  expectOnly(inner, spanish, english);
  expectOnly(outer, english, spanish);
});

test('a locked course leads each visitor where their own school sends them', () => {
  const locked = (redirect: string | null) =>
    renderFirstFold({
      ...openingOf(english, (html) => html),
      pathname: '/homepage',
      boot: {
        site: { ...site, settings: { ...site.settings, showcase_url_redirect: redirect } },
        session: null,
        view: null,
        answers: { [home.show.path]: { data: { ...emptyHome, courses: [lockedCourse] } } },
      },
    });
  expect(locked('https://loja.example.com')).toContain('href="https://loja.example.com"');
  expect(locked(null)).toContain('href="/entrar"');
});

test.each([
  ['2026-11-28T02:30Z', 'Boa noite, Olívia'],
  ['2026-11-28T14:30Z', 'Bom dia, Olívia'],
  ['2026-11-28T20:30Z', 'Boa tarde, Olívia'],
])('at %s the first view says %s, whatever the zone of the server', (now, greeting) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());
  const html = renderFirstFold({
    language: 'pt',
    clean: String,
    pathname: '/homepage',
    boot: {
      site,
      session: session(['student'], site.tenant),
      view: null,
      answers: { [home.show.path]: { data: { ...emptyHome, courses: [lockedCourse] } } },
    },
  });
  expect(html).toContain(greeting);
});

const emptyHome = { banners: [], carousels: [], continue: [] };
const lockedCourse = {
  id: 1,
  title: 'Luz',
  cover: null,
  locked: true,
  products: ['Plano anual'],
  favorite: false,
  course: { id: 1, progress: 0, lessons_count: 2 },
  module: null,
  class: null,
};

function gate() {
  const { promise, resolve } = Promise.withResolvers<0 | 1>();
  return { passed: promise, open: resolve };
}

test('a page that waits for its data shows its title at once, in the language of the viewer', () => {
  const waiting = (pathname: string) =>
    renderFirstFold({ ...openingOf(english, (html) => html), pathname });
  expect(waiting('/meus-cursos')).toMatch(/<h1[^>]*>My courses<\/h1>/);
  expect(waiting('/notifications')).toMatch(/<h1[^>]*>Notifications<\/h1>/);
  // Its title is the person's name.
  expect(waiting('/pessoas/7')).not.toContain('<h1');
});

test('a lesson that refuses its viewer, or does not exist, is no bare ground until its code comes', () => {
  const opening = openingOf(english, (html) => html);
  const html = renderFirstFold({ ...opening, boot: { ...opening.boot, answers: {} } });
  expect(html).toContain('skeleton');
  expect(html).not.toContain('<h1');
});

test.each(['/gestao/cursos', '/quiz'])(
  'the tool shows its ground at once to its people, and to nobody else: %s',
  (pathname) => {
    const opening = openingOf(spanish, (html) => html);
    const shownTo = (role: 'admin' | 'moderator' | 'student') => {
      const boot = { ...opening.boot, session: session([role], site.tenant) };
      return renderFirstFold({ ...opening, boot, pathname });
    };
    expect(shownTo('admin')).toContain('edit-chrome');
    expect(shownTo('moderator')).not.toContain('edit-chrome');
    expect(shownTo('student')).not.toContain('edit-chrome');
  },
);

test('a community loads its cover and the first image of its feed before its code', () => {
  const path = (name: string) => `/files/1/${name.padEnd(22, 'x')}-1600x900.jpg`;
  const image = (name: string) => ({
    kind: 'image' as const,
    path: path(name),
    url: path(name),
    name,
    type: 'image/jpeg',
    bytes: 1,
  });
  const feed = [
    post(9, '<p>Só texto.</p>'),
    post(8, '<p>Duas fotos.</p>', { attachments: [image('um'), image('dois')] }),
  ];
  const html = renderFirstFold({
    ...openingOf(english, (content) => content),
    pathname: '/comunidade/1/5',
    boot: {
      site,
      session: session(['student'], site.tenant),
      view: null,
      answers: {
        [communities.show.path.replace('{id}', '5')]: {
          data: community({ cover_path: path('capa') }),
        },
        [`${posts.list.path.replace('{id}', '1')}?order=pinned`]: { data: feed, next_cursor: null },
      },
    },
  });
  const loadedFirst = html.match(/<img(?=[^>]*fetchpriority="high")[^>]*>/gi) ?? [];
  expect(loadedFirst.map((tag) => /(capa|um|dois)x/.exec(tag)?.[1])).toEqual(['capa', 'um']);
});

test('the texts of a first view are cleaned once more, whatever is stored', () => {
  const script = (name: string) => `<p>${name}</p><script>${name}()</script>`;
  const listed = post(9, script('post'), {
    last_comments: [{ id: 3, content: script('comment'), created_at: '2026-11-28', author: null }],
  });
  const answers = {
    [communities.show.path.replace('{id}', '5')]: { data: community() },
    [`${posts.list.path.replace('{id}', '1')}?order=pinned`]: { data: [listed], next_cursor: null },
    [posts.show.path.replace('{id}', '9')]: { data: listed },
    [catalog.showLesson.path.replace('{id}', '3')]: {
      data: { ...lesson, content: script('lesson') },
    },
  };
  const htmlAt = (pathname: string) =>
    renderFirstFold({
      ...openingOf(english, (html) => html.replaceAll(/<script>.*?<\/script>/g, '')),
      pathname,
      boot: { site, session: session(['student'], site.tenant), view: null, answers },
    });
  for (const [pathname, texts] of [
    ['/comunidade/1/5', ['post', 'comment']],
    ['/comunidade/post/9/1/5', ['post']],
    ['/curso/1/f-8/3', ['lesson']],
  ] as const) {
    const html = htmlAt(pathname);
    for (const name of texts) expect(html).toContain(`<p>${name}</p>`);
    expect(html).not.toContain('<script>');
  }
});
