import { CommentInput } from '@vitrine/contract/comments';
import * as z from 'zod/mini';
import { likeLesson } from '../features/catalog/likes.store.ts';
import { addComment } from '../features/comments/comments.store.ts';
import { addFavorite } from '../features/favorites/favorites.store.ts';
import { awardPoints } from '../kit/points.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { people, viewerOf, type Members, type Who } from './demo-people.ts';

/** Lessons by their titles. */
export type DemoLessons = ReadonlyMap<string, { id: number; moduleId: number; courseId: number }>;

/** Who studied what: the last lesson of each list is begun, the others are finished. */
const studied: Partial<Record<Who, string[]>> = {
  duda: [
    'O que o céu conta às cinco da tarde',
    'A mochila que cabe em uma mão',
    'Chegar vinte minutos antes',
    'A janela como softbox',
    'A lente que você já tem',
  ],
  taina: ['Esperar o olhar', 'Foco nos olhos, sempre', 'Trinta segundos de água'],
  kaue: ['O que o céu conta às cinco da tarde', 'A lente que você já tem'],
  osvaldo: ['Esperar o olhar', 'O que o céu conta às cinco da tarde'],
  julia: ['A janela como softbox', 'Um lençol é um fundo', 'A volta em torno do prato'],
};
/** The owner finds something to go on with, too. */
const ownersLessons = ['A lente que você já tem', 'O que o céu conta às cinco da tarde'];

const comments: {
  at: string;
  by: Who;
  seconds?: number;
  text: string;
  replies?: [Who, string][];
}[] = [
  {
    at: 'O que o céu conta às cinco da tarde',
    by: 'kaue',
    seconds: 7,
    text: 'O vão que ela mostra aqui: vale para o nascer do sol também?',
    replies: [
      ['ana', 'Vale. De manhã, olhe para o leste, ainda no escuro.'],
      ['kaue', 'Fui ver hoje. Tinha vão!'],
    ],
  },
  {
    at: 'O que o céu conta às cinco da tarde',
    by: 'duda',
    text: 'Anotei duas semanas como você pediu. Acertei nove de catorze.',
  },
  {
    at: 'Esperar o olhar',
    by: 'osvaldo',
    seconds: 4,
    text: 'O meu dorme antes de olhar. Serve retrato dormindo?',
    replies: [['ana', 'Serve, e é dos bons.']],
  },
  { at: 'A janela como softbox', by: 'julia', text: 'Marcamos o chão com fita. Virou tradição.' },
  {
    at: 'Trinta segundos de água',
    by: 'taina',
    text: 'Fiz na torneira de casa. Nunca mais vi água igual.',
  },
];

/** Students half way, what they said, and what they kept. */
export async function addDemoStudy(
  tx: TenantTransaction,
  members: Members,
  lessons: DemoLessons,
  ownerId: number,
) {
  for (const [who, titles] of Object.entries(studied))
    await study(tx, viewerOf(members, who as Who).id, lessons, titles);
  await begin(tx, ownerId, lessons, ownersLessons);
  for (const { at, by, text, seconds = null, replies = [] } of comments) {
    const write = (who: Who, content: string, parent_id: number | null, moment: number | null) =>
      addComment(tx, viewerOf(members, who), {
        lessonId: lessons.get(at)!.id,
        author: authorOf(members, who),
        mayWrite: true,
        ...z.parse(CommentInput, { content, parent_id, seconds: moment }),
      });
    const { id } = await write(by, text, null, seconds);
    for (const [who, words] of replies) await write(who, words, id, null);
  }
  for (const who of ['duda', 'kaue', 'taina'] as const) {
    const { id, courseId } = lessons.get('O que o céu conta às cinco da tarde')!;
    await likeLesson(tx, viewerOf(members, who), id);
    await addFavorite(tx, viewerOf(members, who), { kind: 'course', id: courseId });
  }
  const { courseId } = lessons.get('Esperar o olhar')!;
  await addFavorite(tx, { id: ownerId, staff: true }, { kind: 'course', id: courseId });
}

const authorOf = (members: Members, who: Who) => ({
  id: members.get(who)!,
  name: people[who].name,
  email: `${who}@example.com`,
  photo_url: null,
  roles: [...people[who].roles],
  language: null,
  stale: false,
});

async function study(
  tx: TenantTransaction,
  memberId: number,
  lessons: DemoLessons,
  titles: string[],
) {
  for (const title of titles.slice(0, -1)) {
    const { id } = lessons.get(title)!;
    await keepPlace(tx, memberId, lessons, title, { seconds: 11, finished_at: new Date() });
    await awardPoints(tx, {
      memberId,
      action: 'finish_class',
      object: { kind: 'lesson', id },
    });
  }
  await begin(tx, memberId, lessons, titles.slice(-1));
}

async function begin(
  tx: TenantTransaction,
  memberId: number,
  lessons: DemoLessons,
  titles: string[],
) {
  for (const title of titles)
    await keepPlace(tx, memberId, lessons, title, { seconds: 6, finished_at: null });
}

const keepPlace = (
  { db }: TenantTransaction,
  member_id: number,
  lessons: DemoLessons,
  title: string,
  place: { seconds: number; finished_at: Date | null },
) => {
  const { id: lesson_id, moduleId: module_id, courseId: course_id } = lessons.get(title)!;
  return db
    .insertInto('lesson_progress')
    .values({ member_id, lesson_id, module_id, course_id, ...place })
    .execute();
};
