import { QuestionsInput, QuizInput, type Questions, quizType } from '@vitrine/contract/quizzes';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { handIn, lockAndFind } from '../features/quizzes/hand-in.store.ts';
import { saveQuestions } from '../features/quizzes/questions.store.ts';
import { addQuiz } from '../features/quizzes/quizzes.store.ts';
import { readToStart, tryToStart } from '../features/quizzes/start-attempt.store.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { viewerOf, type Members, type PersonKey } from './demo-people.ts';

const MINUTES_PER_QUIZ = 4;

interface DemoQuiz {
  id: number;
  questions: Questions;
}

const light = [
  {
    kind: 'single',
    text: 'O céu está coberto por uma nuvem baixa e cheia. O que esperar do pôr do sol?',
    explanation: 'A nuvem baixa e cheia apaga tudo, a menos que haja um vão perto do horizonte.',
    options: [
      { text: 'Quase nada, salvo um vão no horizonte', correct: true },
      { text: 'Muita cor, porque a nuvem reflete' },
      { text: 'Cor só depois de escurecer' },
    ],
  },
  {
    kind: 'true_false',
    text: 'O branco estourado se recupera na edição.',
    explanation:
      'A sombra se recupera; o branco estourado, não. Por isso se mede pelas altas-luzes.',
    options: [{ text: 'Verdadeiro' }, { text: 'Falso', correct: true }],
  },
  {
    kind: 'multiple',
    text: 'O que devolve luz ao rosto no contraluz?',
    explanation: 'Qualquer coisa clara e perto: parede, camiseta, areia.',
    options: [
      { text: 'Uma parede clara atrás de quem fotografa', correct: true },
      { text: 'Uma camiseta branca', correct: true },
      { text: 'Um abrigo escuro' },
    ],
  },
];

const profiles = [
  {
    key: 'hora',
    title: 'Da hora dourada',
    description: 'Você acorda cedo, olha o céu e espera.',
    courses: ['A luz certa dura onze minutos', 'Longa exposição'],
  },
  {
    key: 'lupa',
    title: 'Da lupa',
    description: 'O mundo cabe num palmo de chão.',
    courses: ['Macro sem mistério', 'Mesa posta, luz de estúdio'],
  },
  {
    key: 'gente',
    title: 'De gente e de bicho',
    description: 'A foto começa na conversa.',
    courses: ['Retrato de bicho', 'Estúdio em um canto da sala'],
  },
];
const habits = [
  [
    'Domingo livre. Para onde você aponta a câmera?',
    'O horizonte',
    'O jardim',
    'Quem veio almoçar',
  ],
  ['O que mais falta nas suas fotos?', 'Cor no céu', 'Nitidez de perto', 'Olhar'],
  ['Quanto você espera por uma foto?', 'Até o sol cair', 'Até o vento parar', 'Até a pessoa rir'],
].map(([text, ...options]) => ({
  kind: 'single',
  text,
  options: options.map((option, index) => ({
    text: option,
    profile: profiles[index]!.key,
    weight: 1,
  })),
}));

/** Adds two quizzes: one that a lesson requires, and one that answers with a profile. */
export async function addDemoQuizzes(tx: TenantTransaction) {
  const make = async (quiz: object, questions: object): Promise<DemoQuiz> => {
    const { id } = await addQuiz(
      tx,
      z.parse(QuizInput, { ...quiz, published: true, repeat: true }),
    );
    const savedQuestions = await saveQuestions(
      tx,
      id,
      z.parse(QuestionsInput, questions),
      new Map(),
    );
    return { id, questions: savedQuestions };
  };
  return {
    light: await make({ name: 'Você já lê a luz?', goal: 60 }, { questions: light }),
    habits: await make(
      { name: 'Que fotógrafo mora em você?', type: quizType.behavioural, product_ids: [] },
      { questions: habits, profiles },
    ),
  };
}

/** Leads from each profile to the courses that fit it, once the school has courses. */
export async function addDemoProfileCourses(
  tx: TenantTransaction,
  { id, questions: { questions } }: DemoQuiz,
  courses: ReadonlyMap<string, number>,
) {
  const led = profiles.map(({ courses: titles, ...profile }) => ({
    ...profile,
    course_ids: titles.flatMap((title) => courses.get(title) ?? []),
  }));
  await saveQuestions(tx, id, z.parse(QuestionsInput, { questions, profiles: led }), new Map());
}

interface DemoAttempt {
  person: PersonKey;
  quiz: DemoQuiz;
  /** For each question, the place of the chosen option. A question with two right ones gets both. */
  places: number[];
  daysAgo: number;
}

/** Hands in a quiz, dated back some days. */
export async function takeDemoQuiz(
  tx: TenantTransaction,
  members: Members,
  { person, quiz: { id: quizId, questions }, places, daysAgo }: DemoAttempt,
) {
  const viewer = viewerOf(members, person);
  const start = async () =>
    tryToStart(tx, viewer, await readToStart(tx, viewer, quizId), (path) => path);
  // The first start of a version freezes it; the next one begins an attempt.
  const started = (await start()) ?? (await start());
  if (!started || !('id' in started)) throw new Error('a new member has an open attempt');
  const answers = questions.questions.map(({ id, options }, index) => {
    const chosen = options[places[index]!]!;
    const correctOptions = options.filter(({ correct }) => correct);
    return {
      question_id: id,
      option_ids: chosen.correct ? correctOptions.map((option) => option.id) : [chosen.id],
    };
  });
  const setAttemptTime = (at: RawBuilder<Date>) =>
    sql<Date>`${at} - ${MINUTES_PER_QUIZ} * interval '1 minute'`;
  const attempt = () => tx.db.updateTable('quiz_attempts').where('id', '=', started.id);
  // Set before the hand-in, which computes the duration from it.
  await attempt()
    .set({ started_at: setAttemptTime(sql`now()`) })
    .execute();
  await handIn(tx, await lockAndFind(tx, viewer, started.id), answers);
  const at = sql<Date>`now() - ${daysAgo} * interval '1 day'`;
  await attempt()
    .set({ started_at: setAttemptTime(at), finished_at: at })
    .execute();
  await tx.db
    .updateTable('quiz_results')
    .set({ finished_at: at })
    .where('attempt_id', '=', started.id)
    .execute();
}
