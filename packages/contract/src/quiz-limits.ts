import { messages as common } from './messages.ts';

/** A sections 3 and 9 and contract, Quizzes; the limits of the texts are ours. */
export const quizLimits = {
  name: 255,
  questions: 200,
  options: 20,
  profiles: 20,
  text: 5_000,
  optionText: 1_000,
  explanation: 5_000,
  imageAlt: 500,
  profileKey: 50,
  profileTitle: 120,
  profileDescription: 2_000,
  /** Courses that fit a profile. */
  profileCourses: 2,
  /** For a question, and for an option's profile. */
  weight: [0, 1_000],
  /** Maximum answers in one hand-in. */
  answers: 200,
  /** Students per page of the results. */
  studentsPage: 20,
  /** Maximum number of students that the plot of the scores shows one by one. */
  plotted: 300,
  /** Students that one page of a search looks at. */
  searchedStudents: 5_000,
  /** Open attempts that the results look at to count `abandoned`. */
  countedOpen: 10_000,
} as const;

/** Seconds after the deadline in which the server still accepts answers (contract, Quizzes). */
export const GRACE_SECONDS = 2;

/** A section 8; the rest are ours. */
export const quizMessages = {
  listed: 'Avaliações encontradas',
  created: 'Avaliação criada com sucesso',
  updated: 'Avaliação editada com sucesso!',
  removed: common.removed,
  createFailed: 'Ocorreu um erro ao criar avaliação',
  updateFailed: 'Não foi possível salvar esta configuração',
  removeFailed: 'Não foi possivel excluir avaliação',
  timeLimit: 'Adicione um tempo limite valido!',
  nameTooLong: 'O nome deve ter no máximo 255 caracteres.',
  questionTooLong: 'A pergunta deve ter no máximo 5.000 caracteres.',
  optionTooLong: 'A opção deve ter no máximo 1.000 caracteres.',
  explanationTooLong: 'A explicação deve ter no máximo 5.000 caracteres.',
  imageAltTooLong: 'A descrição da imagem deve ter no máximo 500 caracteres.',
  profileKeyTooLong: 'A chave do perfil deve ter no máximo 50 caracteres.',
  profileTitleTooLong: 'O título do perfil deve ter no máximo 120 caracteres.',
  profileDescriptionTooLong: 'A descrição do perfil deve ter no máximo 2.000 caracteres.',
  twoRight: 'Esta questão aceita uma única resposta certa.',
  trueFalse: 'Verdadeiro ou falso tem exatamente duas opções.',
  unknownProfile: 'Este perfil não existe.',
  doubleKey: 'Dois perfis têm a mesma chave.',
  doubleId: 'Um número aparece duas vezes.',
  noQuestions: 'Esta avaliação ainda não tem questões.',
  notReady: 'Falta corrigir a pergunta {{number}} antes de publicar.',
  noAttemptLeft: 'Você já usou todas as suas tentativas.',
  finished: 'Esta tentativa já foi entregue.',
  deadline: 'O tempo terminou. Contamos as respostas que você já tinha dado.',
  unknownQuestion: 'Esta questão não é desta tentativa.',
  unknownOption: 'Esta opção não é desta questão.',
  oneOption: 'Escolha uma única opção.',
} as const;
