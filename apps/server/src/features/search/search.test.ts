import type { SearchCount } from '@vitrine/contract/search';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileFor } from '../../../test/catalog.ts';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const search = async (q: string, person = student, params = '') =>
  (await person.get(`/api/v1/search?q=${encodeURIComponent(q)}${params}`)).body;
const titles = async (q: string, person = student, params = '') =>
  (await search(q, person, params)).data.map(({ title }: { title: string }) => title);

async function course(
  title: string,
  { product, description = '' }: { product?: number; description?: string } = {},
) {
  const created = await school.owner.post('/api/v1/courses', {
    title,
    description,
    ...(product && { product_ids: [product] }),
  });
  const id = created.body.data.id as number;
  const module = await school.owner.post(`/api/v1/courses/${id}/modules`, {
    title: `Parte de ${title}`,
  });
  return { id, moduleId: module.body.data.id as number };
}
/** `{lesson: '3'}`, with '+' where there are more. */
const countsOf = async (q: string, person = student, params = '') =>
  Object.fromEntries(
    (await search(q, person, params)).counts.map((one: SearchCount) => [
      one.kind,
      `${one.count}${one.more ? '+' : ''}`,
    ]),
  );
const kindsOf = (results: { kind: string }[]) => {
  const counts: Record<string, string> = {};
  for (const { kind } of results) counts[kind] = String(Number(counts[kind] ?? 0) + 1);
  return counts;
};
const lesson = async (moduleId: number, title: string, content = '') =>
  (await school.owner.post(`/api/v1/modules/${moduleId}/lessons`, { title, content })).body.data.id;

test.each([
  ['a word', 'fotografia'],
  ['the beginning of a word', 'fotog'],
  ['accents and case', 'FOTOGRÁFIA'],
  ['a typo inside', 'fotogrfia'],
  ['a typo at the beginning of a word', 'fitog'],
  ['two swapped letters inside', 'fotorgafia'],
  ['two swapped letters at the beginning of a word', 'ofto'],
  ['two words in any order', 'noturna fotografia'],
])('finds by %s', async (_what, q) => {
  await course('Fotografia noturna');
  await course('Aquarela');
  expect(await titles(q, school.owner, '&kind=course')).toEqual(['Fotografia noturna']);
});

test.each([
  ['1º semestre', '1º'],
  ['1º semestre', '1o sem'],
  ['2ª chamada', '2ª chamada'],
  ['Straße in Łódź', 'straße łódź'],
  ['Œuvres', 'œuvres'],
  ['Água: H²O', 'H²O'],
  ['नमस्ते', 'नमस्ते'],
])('finds “%s” by “%s”', async (title, q) => {
  await course(title);
  expect(await titles(q, school.owner, '&kind=course')).toEqual([title]);
});

test('every word must be found', async () => {
  await course('Fotografia noturna');
  expect(await titles('fotografia aquarela', school.owner)).toEqual([]);
  expect(await titles('', school.owner)).toEqual([]);
  expect(await titles('%', school.owner)).toEqual([]);
  expect(await titles("a':* | b", school.owner)).toEqual([]);
});

test('leads to the course, the module and the lesson, with the words around', async () => {
  const { id, moduleId } = await course('Luz');
  const lessonId = await lesson(
    moduleId,
    'O difusor',
    '<p>Muito antes.</p><p>Um <b>guarda-sol</b> branco também difunde.</p>',
  );
  const { data } = await search('difunde', school.owner);
  expect(data).toEqual([
    {
      kind: 'lesson',
      id: lessonId,
      title: 'O difusor',
      excerpt: 'Muito antes. Um guarda-sol branco também difunde.',
      url: `/curso/${id}/o-difusor/${lessonId}`,
      photo_url: null,
      cover: null,
      course_id: id,
      course_title: 'Luz',
      community_title: null,
      locked: false,
      products: [],
      as_typed: true,
    },
  ]);
  expect((await search('luz', school.owner)).data.map(({ url }: { url: string }) => url)).toEqual([
    `/courses/${id}`,
    `/modulos/${moduleId}`,
  ]);
});

test('the words around begin with a whole word', async () => {
  const { moduleId } = await course('Luz');
  const before = 'Quem fotografa perto da janela com o celular do neto descobre';
  await lesson(moduleId, 'Janela', `<p>Sim. ${before} cedo o difusor.</p>`);
  await lesson(moduleId, 'Frase', `<p>${'x'.repeat(90)}difusorx difusor</p>`);
  const excerpts = (await search('difusor', school.owner)).data.map(
    ({ excerpt }: { excerpt: string }) => excerpt,
  );
  expect(excerpts).toContain('perto da janela com o celular do neto descobre cedo o difusor.');
  expect(excerpts.every((excerpt: string) => excerpt.includes('difusor'))).toBe(true);
});

test('shows the cover of a result, else the cover of its parent', async () => {
  const { id, moduleId } = await course('Luz');
  const bare = await lesson(moduleId, 'Difusor branco');
  const ownLesson = await lesson(moduleId, 'Difusor preto');
  const cover = async (path: string) => {
    const cover = await fileFor(world, school, 'image');
    return (await school.owner.send('PATCH', `/api/v1/${path}`, { cover })).body.data
      .cover as string;
  };
  const ofCourse = await cover(`courses/${id}`);
  const ofLesson = await cover(`lessons/${ownLesson}`);
  const covers = async (q: string) =>
    (await search(q, school.owner)).data.map((one: { id: number; cover: string }) => [
      one.id,
      one.cover,
    ]);
  expect(await covers('difusor')).toEqual([
    [bare, ofCourse],
    [ownLesson, ofLesson],
  ]);
  const ofModule = await cover(`modules/${moduleId}`);
  expect(await covers('difusor branco')).toEqual([[bare, ofModule]]);
  expect(await covers('luz')).toEqual([
    [id, ofCourse],
    [moduleId, ofModule],
  ]);
});

test('names the product of a locked result, and tells whether a typo was corrected', async () => {
  const product = await school.product('Plano Estúdio');
  await course('Retrato', { product });
  expect((await search('retrato')).data[0]).toMatchObject({
    locked: true,
    products: ['Plano Estúdio'],
    as_typed: true,
  });
  expect((await search('retratu')).data[0]).toMatchObject({ title: 'Retrato', as_typed: false });
});

describe('what a reader may find', () => {
  test('texts of courses with access, titles of visible courses, nothing else', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { moduleId } = await course('Retrato', { product });
    await lesson(moduleId, 'Olhar', '<p>segredo do estúdio</p>');
    const hidden = await course('Oculto');
    await lesson(hidden.moduleId, 'Gaveta');

    expect(await titles('segredo', holder)).toEqual(['Olhar']);
    expect(await titles('segredo')).toEqual([]);
    expect((await search('olhar')).data[0]).toMatchObject({ title: 'Olhar', locked: true });
    expect(await titles('gaveta', holder)).toEqual([]);
    expect(await titles('gaveta', school.owner)).toEqual(['Gaveta']);

    await school.owner.post('/api/auth/config/plataforma/updateCustomBasic', {
      show_blocked_content: 0,
    });
    expect(await titles('olhar', holder)).toEqual(['Olhar']);
  });

  test('posts of the channels that they may enter now', async () => {
    const club = await school.product('Clube');
    const holder = await school.join(['student'], [club]);
    const community = await communityWith(school, {
      title: 'Turma',
      channels: ['Avisos', { title: 'Clube', products: [club] }],
    });
    const [open, closed] = community.channels as [number, number];
    await publish(school.owner, open, '<p>Amanhã há <b>neblina</b> na serra</p>');
    const inClub = await publish(school.owner, closed, 'neblina do clube', { title: 'Saída' });

    expect(await titles('neblina', holder)).toEqual(['Amanhã há neblina na serra', 'Saída']);
    expect(await titles('neblina')).toEqual(['Amanhã há neblina na serra']);
    expect((await search('saida clube', holder)).data).toMatchObject([
      {
        kind: 'post',
        id: inClub.id,
        url: `/comunidade/post/${inClub.id}/${school.id}/${community.id}`,
        community_title: 'Turma',
      },
    ]);
    expect((await search('saida', holder, '&kind=post')).data).toHaveLength(1);

    await school.owner.send('PATCH', `/api/v1/posts/${inClub.id}`, { content: 'névoa' });
    expect(await titles('neblina clube', holder)).toEqual([]);
    expect(await titles('nevoa', holder)).toEqual(['Saída']);
    const removal = `/api/v1/posts/${inClub.id}/removal`;
    await school.owner.send('PUT', removal, { reason: 'Teste' });
    expect(await titles('nevoa', holder)).toEqual([]);
    expect(await titles('nevoa', school.owner)).toEqual([]);
    await school.owner.send('PUT', `/api/v1/posts/${inClub.id}/restore`);
    expect(await titles('nevoa', holder)).toEqual(['Saída']);

    const toggle = `/api/auth/community/toggle-status/${school.id}/${community.id}/0`;
    await school.owner.send('PUT', toggle);
    expect(await titles('neblina', holder)).toEqual([]);
    expect(await titles('neblina', school.owner)).toHaveLength(1);
    await school.owner.send('DELETE', `/api/v1/channels/${open}`);
    expect(await titles('neblina', school.owner)).toEqual([]);
  });

  test('a moved post in its new channel', async () => {
    const club = await school.product('Sala fechada');
    const holder = await school.join(['student'], [club]);
    const community = await communityWith(school, {
      title: 'Mudança',
      channels: ['Aberto', { title: 'Fechado', products: [club] }],
    });
    const [open, closed] = community.channels as [number, number];
    const post = await publish(school.owner, open, 'granizo no telhado');
    expect(await titles('granizo')).toEqual(['granizo no telhado']);

    const address = `/api/v1/posts/${post.id}`;
    const moved = await school.owner.send('PATCH', address, { channel_id: closed });
    expect(moved.status).toBe(200);
    expect(await titles('granizo')).toEqual([]);
    expect(await titles('granizo', holder)).toEqual(['granizo no telhado']);
    await school.owner.send('PATCH', address, { channel_id: open });
    expect(await titles('granizo')).toEqual(['granizo no telhado']);
  });

  test('people by name, never by e-mail', async () => {
    const { data } = await search('marina', school.owner, '&kind=person');
    expect(data[0]).toMatchObject({ kind: 'person', title: 'Marina Teles' });
    expect(JSON.stringify(data)).not.toContain('@');
    expect(await titles(student.email.split('@')[0]!, school.owner)).toEqual([]);
  });

  test('nothing of the neighbour school', async () => {
    await course('Fotografia');
    const neighbour = await world.school();
    expect(await titles('fotografia', neighbour.owner)).toEqual([]);
    expect((await neighbour.visitor.get('/api/v1/search?q=foto')).status).toBe(401);
  });
});

test('changed and removed content is found in its current state', async () => {
  const { id, moduleId } = await course('Aquarela');
  const lessonId = await lesson(moduleId, 'Papel');
  await school.owner.send('PATCH', `/api/v1/lessons/${lessonId}`, { title: 'Pincel' });
  expect(await titles('papel', school.owner)).toEqual([]);
  expect(await titles('pincel', school.owner)).toEqual(['Pincel']);
  await school.owner.send('DELETE', `/api/v1/courses/${id}`);
  expect(await titles('pincel', school.owner)).toEqual([]);
  expect(await titles('aquarela', school.owner)).toEqual([]);
});

test('comes in pages, each result once', async () => {
  const { moduleId } = await course('Curso');
  for (let number = 1; number <= 23; number += 1) await lesson(moduleId, `Exercício ${number}`);
  const first = await search('exercicio', school.owner);
  expect(first.data).toHaveLength(20);
  const second = (await school.owner.get(first.next_page_url)).body;
  expect(second.next_page_url).toBeNull();
  const all = [...first.data, ...second.data].map(({ id }: { id: number }) => id);
  expect(new Set(all).size).toBe(23);
});

test.each(['&kind=quiz', '&page=0', '&page=x'])('refuses %s', async (params) => {
  expect((await student.get(`/api/v1/search?q=a${params}`)).status).toBe(400);
});

test('a frequent word shows the same kinds of results to the same readers as a rare one', async () => {
  const product = await school.product('Plano Luz');
  const held = await course('Retrato', { product });
  const other = await course('Macro', { product: await school.product('Outro plano') });
  // Beyond the number that the index is asked for.
  await school.transaction(({ db }) =>
    db
      .insertInto('lessons')
      .columns(['module_id', 'course_id', 'title', 'position', 'published'])
      .expression(
        sql`SELECT m.id, m.course_id, 'Penumbra ' || n, n, n <> 1
          FROM modules m, generate_series(1, 1100) AS n
          WHERE m.id IN (${held.moduleId}, ${other.moduleId})`,
      )
      .execute(),
  );
  const holder = await school.join(['student'], [product]);
  const lessons = await search('penumbra', holder, '&kind=lesson');
  expect(lessons.data).toHaveLength(20);
  expect(lessons.next_page_url).not.toBeNull();
  // Titles of the other course may be known of, and are locked.
  for (const { course_title, locked } of lessons.data)
    expect(locked).toBe(course_title === 'Macro');
  // A draft is the staff's alone, and one word more brings few again.
  expect(await titles('penumbra 1', holder, '&kind=lesson')).not.toContain('Penumbra 1');
  expect(await titles('penumbra 777', holder)).toEqual(['Penumbra 777', 'Penumbra 777']);
  expect(await titles('penumbra', (await world.school()).owner)).toEqual([]);
});

/** Inserts many lessons into a module at once. */
const lessons = (moduleId: number, title: string, count: number, content = '') =>
  school.transaction(async ({ db }) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    await db
      .insertInto('lessons')
      .columns(['module_id', 'course_id', 'title', 'content', 'position', 'published'])
      .expression(
        sql`SELECT id, course_id, ${title} || ' ' || n, ${content}, n, true
          FROM modules, generate_series(1, ${count}::integer) AS n WHERE id = ${moduleId}`,
      )
      .execute();
  });

/** Inserts many posts into a channel at once. */
const posts = (channel: number, content: string, count: number) =>
  school.transaction(({ db }) =>
    db
      .insertInto('posts')
      .columns(['community_id', 'channel_id', 'content'])
      .expression(
        sql`SELECT community_id, id, ${content} || ' ' || n
          FROM channels, generate_series(1, ${count}::integer) AS n WHERE id = ${channel}`,
      )
      .execute(),
  );

test('every reader finds what they may read, and nothing else', async () => {
  const product = await school.product('Plano');
  const readers: Record<string, Person> = {
    owner: school.owner,
    team: await school.join(['admin']),
    holder: await school.join(['student'], [product]),
    student,
    neighbour: (await world.school()).owner,
  };
  const word = 'xisto';
  const everybody = await course('Aberto', { product });
  await school.owner.send('PATCH', `/api/v1/courses/${everybody.id}`, { published: true });
  await lesson(everybody.moduleId, 'texto fechado', word);
  await lesson(everybody.moduleId, `titulo ${word}`);
  const sample = await lesson(everybody.moduleId, 'amostra', word);
  await school.owner.send('PATCH', `/api/v1/lessons/${sample}`, { sample: true });
  const draft = await lesson(everybody.moduleId, `rascunho ${word}`);
  await school.owner.send('PATCH', `/api/v1/lessons/${draft}`, { published: false });
  const unpublished = await course('Curso em rascunho', { product });
  await lesson(unpublished.moduleId, `aula do rascunho ${word}`);
  await school.owner.send('PATCH', `/api/v1/courses/${unpublished.id}`, { published: false });
  const unsold = await course('Sem produto');
  await lesson(unsold.moduleId, `aula sem produto ${word}`);

  const open = await communityWith(school, {
    channels: ['Geral', { title: 'Restrito', products: [product] }],
  });
  await publish(school.owner, open.channels[0]!, word, { title: 'geral' });
  await publish(school.owner, open.channels[1]!, word, { title: 'restrito' });
  const removed = await publish(school.owner, open.channels[0]!, word, { title: 'removida' });
  await school.owner.send('PUT', `/api/v1/posts/${removed.id}/removal`, { reason: 'Teste' });
  const club = await communityWith(school, { title: 'Clube', products: [product] });
  await publish(school.owner, club.channels[0]!, word, { title: 'clube' });

  const titlesByReader: Record<string, string[]> = {};
  for (const [name, person] of Object.entries(readers))
    titlesByReader[name] = (await titles(word, person)).toSorted();
  // The filters count what the pages show, and nothing else.
  for (const [name, person] of Object.entries(readers))
    expect(await countsOf(word, person), name).toEqual(kindsOf((await search(word, person)).data));
  const staff = [
    'amostra',
    `aula do rascunho ${word}`,
    `aula sem produto ${word}`,
    'clube',
    'geral',
    `rascunho ${word}`,
    'restrito',
    'texto fechado',
    `titulo ${word}`,
  ];
  expect(titlesByReader).toEqual({
    owner: staff,
    team: staff,
    holder: ['amostra', 'clube', 'geral', 'restrito', 'texto fechado', `titulo ${word}`],
    student: ['amostra', 'geral', `titulo ${word}`],
    neighbour: [],
  });
});

test('unreadable matches hide no readable one, whatever their number', async () => {
  const product = await school.product();
  const closed = await course('Fechado', { product });
  const heldProduct = await school.product();
  const held = await course('Meu', { product: heldProduct });
  const { channels } = await communityWith(school, {
    channels: ['Geral', { title: 'Clube', products: [product] }],
  });
  await publish(school.owner, channels[0]!, 'granito antigo');
  await lesson(held.moduleId, 'Pedra', 'granito');
  await lessons(closed.moduleId, 'Bloco', 450, 'granito');
  await posts(channels[1]!, 'granito novo', 450);
  const holder = await school.join(['student'], [heldProduct]);
  expect(await titles('granito', holder)).toEqual(['granito antigo', 'Pedra']);
});

test('titles are found beside hundreds of texts', async () => {
  const { moduleId } = await course('Curso');
  await lessons(moduleId, 'Bloco', 450, 'basalto');
  await lesson(moduleId, 'Basalto');
  await lessons(moduleId, 'Outro bloco', 450, 'basalto');
  expect((await titles('basalto', school.owner))[0]).toBe('Basalto');
});

test('of a word of hundreds of posts, the newest come first', async () => {
  const { channels } = await communityWith(school, { channels: ['Geral', 'Avisos'] });
  // The channel that was written to last is not the one that was opened last.
  await publish(school.owner, channels[0]!, 'quartzo');
  await posts(channels[1]!, 'quartzo', 450);
  await publish(school.owner, channels[0]!, 'quartzo de hoje');
  const before = await titles('quartzo', student, '&kind=post');
  expect(before.slice(0, 2)).toEqual(['quartzo de hoje', 'quartzo 450']);
});

test('a course with more lessons than one search row holds is searched in all rows', async () => {
  const { id, moduleId } = await course('Acervo');
  const first = await lesson(moduleId, 'Primeira', 'feldspato');
  await lessons(moduleId, 'Peça', 4_100);
  await lesson(moduleId, 'Última', 'feldspato');
  const places = () =>
    school.transaction(({ db }) =>
      db
        .selectFrom('search_places')
        .select('first_id')
        .where('kind', '=', 'lesson')
        .where('of_id', '=', id)
        .execute(),
    );
  expect((await places()).length).toBeGreaterThan(1);
  expect(await titles('feldspato', school.owner)).toEqual(['Primeira', 'Última']);
  // A changed lesson keeps its place.
  await school.owner.send('PATCH', `/api/v1/lessons/${first}`, { content: 'mica' });
  expect(await titles('mica', school.owner)).toEqual(['Primeira']);
  expect(await titles('feldspato', school.owner)).toEqual(['Última']);
});

test('a word of two letters that begins hundreds of words narrows the others', async () => {
  const { moduleId } = await course('Curso');
  const many = Array.from({ length: 520 }, (_, number) => `ob${number}`).join(' ');
  await lesson(moduleId, 'Todas', many);
  await lesson(moduleId, 'Calcita e obsidiana');
  await lesson(moduleId, 'Calcita');
  expect(await titles('calcita ob', school.owner)).toEqual(['Calcita e obsidiana']);
  expect(await titles('ob calcita', school.owner)).toEqual(['Calcita e obsidiana']);
  expect(await titles('ob', school.owner)).toEqual(['Calcita e obsidiana', 'Todas']);
  expect(await titles('nada ob', school.owner)).toEqual([]);
});

test('similar words fill the pages that exact matches leave empty', async () => {
  const { moduleId } = await course('Curso');
  await lessons(moduleId, 'Turmalina', 21);
  await lesson(moduleId, 'Zona', 'turmalna');
  const first = await search('turmalna', school.owner);
  expect(first.data).toHaveLength(20);
  const second = (await school.owner.get(first.next_page_url)).body;
  expect(second.data).toHaveLength(2);
  expect(second.next_page_url).toBeNull();
  expect(first.data[0].title).toBe('Zona');
  // Enough is found without.
  const exact = await search('turmalina', school.owner);
  const rest = (await school.owner.get(exact.next_page_url)).body;
  expect([...exact.data, ...rest.data].map(({ title }) => title)).not.toContain('Zona');
  expect(rest.data).toHaveLength(1);
});

test('while typing, a few of each kind are shown', async () => {
  const { moduleId } = await course('Berilo');
  const { channels } = await communityWith(school);
  await lessons(moduleId, 'Berilo', 30);
  await posts(channels[0]!, 'Berilo', 10);
  const { data, next_page_url } = await search('berilo', school.owner, '&grouped=1');
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual([
    'course',
    'module',
    ...Array.from({ length: 4 }, () => 'lesson'),
    ...Array.from({ length: 4 }, () => 'post'),
  ]);
  expect(next_page_url).toBeNull();
  // A typo, which does not match when exact matches fill the page.
  await course('Barilo');
  expect(await titles('barilo', school.owner, '&grouped=1')).toContain('Berilo');
  expect(await titles('berilo', school.owner, '&grouped=1')).not.toContain('Barilo');
  expect((await student.get('/api/v1/search?q=a&grouped=2')).status).toBe(400);
});

test('the filters count each kind, up to fifty', async () => {
  const { moduleId } = await course('Opala');
  const { channels } = await communityWith(school);
  await lessons(moduleId, 'Opala', 50);
  await posts(channels[0]!, 'Opala', 51);
  const all = { course: '1', module: '1', lesson: '50', post: '50+' };
  expect(await countsOf('opala', school.owner, '&grouped=1')).toEqual(all);
  expect(await countsOf('opala', school.owner)).toEqual(all);
  expect(await countsOf('opala', school.owner, '&page=3')).toEqual(all);
  // One kind alone, mistyped words, and words that are nowhere.
  expect(await countsOf('opala', school.owner, '&kind=lesson')).toEqual({ lesson: '50' });
  expect(await countsOf('opula', school.owner, '&grouped=1')).toEqual(all);
  expect(await countsOf('nenhures', school.owner, '&grouped=1')).toEqual({});
  expect(await countsOf('', school.owner)).toEqual({});
});
