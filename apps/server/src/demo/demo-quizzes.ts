import { LessonInput } from '@vitrine/contract/catalog';
import { QuestionsInput, QuizInput } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { addLesson } from '../features/catalog/lessons.store.ts';
import { addQuiz, saveQuestions } from '../features/quizzes/quizzes.store.ts';
import type { TenantTransaction } from '../platform/database.ts';

/** A quiz at the end of a course's first module, and one that ends with a profile, open to all. */
export async function addDemoQuizzes(tx: TenantTransaction, courses: Map<string, number>) {
  const [courseId] = courses.values();
  const module = await tx.db
    .selectFrom('modules')
    .select('id')
    .where('course_id', '=', courseId!)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const quiz_id = await fillQuiz(tx, { name: 'Prova do módulo', goal: 60, repeat: 1 }, lightQuiz);
  await addLesson(
    tx,
    module.id,
    z.parse(LessonInput, {
      title: 'Prova do módulo',
      content: '<p>Três perguntas sobre o que você viu até aqui.</p>',
      quiz_id,
      quiz_required: 1,
    }),
  );
  await fillQuiz(
    tx,
    { name: 'Que fotógrafo é você?', type: 'comportamental', repeat: 1 },
    profileQuiz,
  );
}

async function fillQuiz(
  tx: TenantTransaction,
  quiz: z.input<typeof QuizInput>,
  questions: z.input<typeof QuestionsInput>,
) {
  const { id } = await addQuiz(tx, z.parse(QuizInput, { ...quiz, published: 1 }));
  await saveQuestions(tx, id, z.parse(QuestionsInput, questions), new Map());
  return id;
}

const lightQuiz: z.input<typeof QuestionsInput> = {
  questions: [
    {
      kind: 'single',
      text: 'Qual abertura deixa entrar mais luz?',
      explanation: 'Quanto menor o número, maior a abertura.',
      options: [{ text: 'f/2', correct: true }, { text: 'f/5.6' }, { text: 'f/16' }],
    },
    {
      kind: 'true_false',
      text: 'A luz de uma janela fica mais suave com um pano branco na frente.',
      explanation: 'O pano espalha a luz, e as sombras perdem a borda.',
      options: [{ text: 'Verdadeiro', correct: true }, { text: 'Falso' }],
    },
    {
      kind: 'multiple',
      text: 'O que congela um movimento?',
      explanation: 'Os dois encurtam o tempo em que a luz chega ao sensor.',
      options: [
        { text: 'Um tempo de exposição curto', correct: true },
        { text: 'Um flash', correct: true },
        { text: 'Uma abertura menor' },
      ],
    },
  ],
};

const profileQuiz: z.input<typeof QuestionsInput> = {
  profiles: [
    {
      key: 'espera',
      title: 'Quem espera a luz',
      description: 'Você chega antes e fica até o fim. A foto já existe: falta a hora dela.',
    },
    {
      key: 'perto',
      title: 'Quem chega perto',
      description: 'Você procura o detalhe que os outros não viram, e dá mais um passo.',
    },
  ],
  questions: [
    {
      kind: 'single',
      text: 'Você tem uma hora livre. O que faz?',
      options: [
        { text: 'Volto ao mesmo lugar de ontem, com outra luz', profile: 'espera' },
        { text: 'Saio com a lente macro e olho para o chão', profile: 'perto' },
      ],
    },
    {
      kind: 'single',
      text: 'O que falta na sua bolsa?',
      options: [
        { text: 'Um tripé mais firme', profile: 'espera' },
        { text: 'Um tubo de extensão', profile: 'perto' },
      ],
    },
    {
      kind: 'single',
      text: 'Qual foto você guarda?',
      options: [
        { text: 'A rua vazia às seis da manhã', profile: 'espera' },
        { text: 'A gota na ponta da folha', profile: 'perto' },
      ],
    },
  ],
};
