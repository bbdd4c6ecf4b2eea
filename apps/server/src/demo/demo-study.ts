import { CommentInput } from '@vitrine/contract/comments';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { likeLesson } from '../features/catalog/likes.store.ts';
import { addComment } from '../features/comments/comments.store.ts';
import { addFavorite } from '../features/favorites/favorites.store.ts';
import { recordCompletions } from '../kit/finish-lessons.ts';
import { awardPoints } from '../kit/points.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { VIDEO_SECONDS } from './demo-media.ts';
import { people, viewerOf, type Members, type PersonKey } from './demo-people.ts';

interface DemoLessonRow {
  id: number;
  moduleId: number;
  courseId: number;
  lesson: { captions?: string[] };
}

/** Lessons by their titles. */
type DemoLessons = ReadonlyMap<string, DemoLessonRow>;

/** The position at which a begun lesson was left. */
const BEGUN_SECONDS = 6;
/** Hours between a reply and the one before it. */
const REPLY_HOURS = 5;

interface Study {
  finished: string[];
  begun?: string;
  /** Days since the first lesson, and since the last one. */
  from: number;
  to: number;
}

/** The lessons that each member studied, in order. Only the first has finished a course with a quiz. */
const studyByPerson: Partial<Record<PersonKey, Study>> = {
  duda: {
    from: 34,
    to: 0.4,
    finished: [
      'O que o céu conta às cinco da tarde',
      'A mochila que cabe em uma mão',
      'Chegar vinte minutos antes',
      'Medir para as altas-luzes',
      'Contraluz sem silhueta',
      'Esperar o olhar',
      'A janela como softbox',
      'O rebatedor de isopor',
    ],
    begun: 'A lente que você já tem',
  },
  taina: {
    from: 30,
    to: 0.8,
    finished: [
      'Esperar o olhar',
      'Foco nos olhos, sempre',
      'Petisco na altura da lente',
      'O que o céu conta às cinco da tarde',
      'A mochila que cabe em uma mão',
      'Boas-vindas e o que levar na mochila',
    ],
    begun: 'Trinta segundos de água',
  },
  beatriz: {
    from: 25,
    to: 2.6,
    finished: ['Esperar o olhar', 'Foco nos olhos, sempre', 'A janela como softbox'],
    begun: 'Um lençol é um fundo',
  },
  julia: {
    from: 21,
    to: 1.4,
    finished: ['A janela como softbox', 'O rebatedor de isopor', 'Um lençol é um fundo'],
    begun: 'A volta em torno do prato',
  },
  osvaldo: {
    from: 19,
    to: 3.3,
    finished: ['Esperar o olhar', 'A lente que você já tem'],
    begun: 'O que o céu conta às cinco da tarde',
  },
  caio: {
    from: 18,
    to: 5.2,
    finished: ['Boas-vindas e o que levar na mochila', 'Trinta segundos de água'],
    begun: 'Filtro ND: quanto escurece de verdade',
  },
  kaue: {
    from: 12,
    to: 0.6,
    finished: [
      'O que o céu conta às cinco da tarde',
      'A mochila que cabe em uma mão',
      'Chegar vinte minutos antes',
    ],
    begun: 'A lente que você já tem',
  },
  lourdes: {
    from: 11,
    to: 4.5,
    finished: ['O que o céu conta às cinco da tarde'],
    begun: 'A lente que você já tem',
  },
  rafael: { from: 9, to: 8, finished: [], begun: 'Esperar o olhar' },
};
/** The lessons that the owner has begun, so that "continue" has content for the owner too. */
const ownersLessons = ['A lente que você já tem', 'O que o céu conta às cinco da tarde'];

const comments: {
  at: string;
  by: PersonKey;
  days: number;
  seconds?: number;
  text: string;
  /** Each reply comes a few hours after the one before. */
  replies?: [PersonKey, string][];
}[] = [
  {
    at: 'O que o céu conta às cinco da tarde',
    by: 'duda',
    days: 19,
    text: 'Anotei duas semanas, como você pediu. Acertei nove de catorze.',
    replies: [['ana', 'Nove de catorze é mais do que o meu aplicativo acerta.']],
  },
  {
    at: 'Esperar o olhar',
    by: 'osvaldo',
    days: 17.2,
    seconds: 4,
    text: 'O meu dorme antes de olhar. Serve retrato dormindo?',
    replies: [['ana', 'Serve, e é dos bons.']],
  },
  {
    at: 'A janela como softbox',
    by: 'julia',
    days: 16.5,
    seconds: 10,
    text: 'Marcamos o chão com fita. Virou tradição da casa.',
  },
  {
    at: 'A janela como softbox',
    by: 'beatriz',
    days: 12,
    text: 'Minha janela só tem sol até as dez. Fotografo cedo ou invento outra luz?',
    replies: [
      ['ana', 'Cedo. A luz que acaba ensina mais do que a que sobra.'],
      ['beatriz', 'Então boa noite, que amanhã tem.'],
    ],
  },
  {
    at: 'O que o céu conta às cinco da tarde',
    by: 'kaue',
    days: 9,
    seconds: 7,
    text: 'O vão que você mostra aqui: vale para o nascer do sol também?',
    replies: [
      ['ana', 'Vale. De manhã, olhe para o leste, ainda no escuro.'],
      ['kaue', 'Fui ver hoje. Tinha vão.'],
    ],
  },
  {
    at: 'Trinta segundos de água',
    by: 'caio',
    days: 7.4,
    text: 'Fiz na torneira de casa. Nunca mais vi água do mesmo jeito.',
  },
  {
    at: 'A lente que você já tem',
    by: 'lourdes',
    days: 5,
    seconds: 5,
    text: 'Com o celular também se inverte a lente?',
    replies: [
      ['ana', 'Não, mas uma lupa de leitura presa com elástico faz o mesmo efeito.'],
      ['osvaldo', 'Lupa de leitura é o que não falta aqui.'],
    ],
  },
  {
    at: 'O que o céu conta às cinco da tarde',
    by: 'osvaldo',
    days: 3,
    text: 'Nuvem alta hoje. Estou de cadeira posta, virado para o oeste.',
    replies: [['duda', 'E aí, veio a cor?']],
  },
];

const likesByLesson: Record<string, PersonKey[]> = {
  'O que o céu conta às cinco da tarde': ['duda', 'kaue', 'taina', 'lourdes'],
  'Esperar o olhar': ['beatriz', 'taina', 'osvaldo'],
  'A janela como softbox': ['julia', 'duda'],
};

/** Adds the progress of students half way, their comments, likes and favourites. */
export async function addDemoStudy(
  tx: TenantTransaction,
  members: Members,
  lessons: DemoLessons,
  ownerId: number,
) {
  for (const [person, study] of Object.entries(studyByPerson))
    await addStudy(tx, viewerOf(members, person as PersonKey), lessons, study);
  for (const [place, title] of ownersLessons.entries())
    await keepPlace(tx, ownerId, lessons.get(title)!, { daysAgo: 1 - place / 2, finished: false });
  for (const comment of comments) await addTalk(tx, members, lessons, comment);
  for (const [title, admirers] of Object.entries(likesByLesson))
    for (const person of admirers)
      await likeLesson(tx, viewerOf(members, person), lessons.get(title)!.id);
  const { courseId } = lessons.get('O que o céu conta às cinco da tarde')!;
  for (const person of ['duda', 'kaue', 'taina'] as const)
    await addFavorite(tx, viewerOf(members, person), { kind: 'course', id: courseId });
  for (const title of ['Esperar o olhar', 'Trinta segundos de água'])
    await addFavorite(
      tx,
      { id: ownerId, staff: true },
      { kind: 'course', id: lessons.get(title)!.courseId },
    );
}

/** Spreads the finished lessons evenly between the first day and the last one. */
async function addStudy(
  tx: TenantTransaction,
  viewer: { id: number; staff: boolean },
  lessons: DemoLessons,
  { finished, begun, from, to }: Study,
) {
  const all = [...finished, ...(begun ? [begun] : [])];
  for (const [place, title] of all.entries()) {
    const daysAgo = from + ((to - from) * (place + 1)) / all.length;
    const lesson = lessons.get(title)!;
    const isFinished = title !== begun;
    await keepPlace(tx, viewer.id, lesson, { daysAgo, finished: isFinished });
    const object = { kind: 'lesson', id: lesson.id };
    await awardPoints(tx, { memberId: viewer.id, action: 'watch_class', object });
    if (!isFinished) continue;
    await awardPoints(tx, { memberId: viewer.id, action: 'finish_class', object });
    await recordCompletions(tx, viewer, lesson.id);
  }
}

async function keepPlace(
  { db }: TenantTransaction,
  member_id: number,
  { id: lesson_id, moduleId: module_id, courseId: course_id, lesson }: DemoLessonRow,
  { daysAgo, finished }: { daysAgo: number; finished: boolean },
) {
  const at = sql<Date>`now() - ${daysAgo} * interval '1 day'`;
  const seconds = finished ? VIDEO_SECONDS : BEGUN_SECONDS;
  await db
    .insertInto('lesson_progress')
    .values({
      member_id,
      lesson_id,
      module_id,
      course_id,
      seconds: lesson.captions ? seconds : 0,
      finished_at: finished ? at : null,
      updated_at: at,
    })
    .execute();
}

async function addTalk(
  tx: TenantTransaction,
  members: Members,
  lessons: DemoLessons,
  { at, by, text, days, seconds, replies = [] }: (typeof comments)[number],
) {
  const lessonId = lessons.get(at)!.id;
  const write = async (
    person: PersonKey,
    content: string,
    { parent_id, hours }: { parent_id: number | null; hours: number },
  ) => {
    const {
      comment: { id },
    } = await addComment(tx, viewerOf(members, person), {
      lessonId,
      author: authorOf(members, person),
      mayWrite: true,
      ...z.parse(CommentInput, {
        content,
        parent_id,
        seconds: (parent_id === null && seconds) || null,
      }),
    });
    await tx.db
      .updateTable('lesson_comments')
      .set({ created_at: sql<Date>`now() - ${hours} * interval '1 hour'` })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const hours = days * 24;
  const head = await write(by, text, { parent_id: null, hours });
  for (const [place, [person, words]] of replies.entries())
    await write(person, words, {
      parent_id: head,
      hours: hours - Math.min(REPLY_HOURS, hours / 4) * (place + 1),
    });
}

const authorOf = (members: Members, person: PersonKey) => ({
  id: members.get(person)!,
  name: people[person].name,
  email: `${person}@example.com`,
  photo_url: null,
  roles: [...people[person].roles],
  language: null,
  stale: false,
});
