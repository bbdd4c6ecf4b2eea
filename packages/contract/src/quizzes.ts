import * as z from 'zod/mini';
import {
  body,
  cursor,
  dataOf,
  flag,
  flagAnswer,
  id,
  ids,
  listOf,
  maxCharacters,
  message,
  requiredText,
  route,
  searchText,
  time,
  triple,
} from './core.ts';
import { messages as common } from './messages.ts';
import { image, patchOf, version, wholeNumber } from './settings-values.ts';

/** A sections 3 and 9 and contract, Quizzes; the limits of the texts are ours. */
export const limits = {
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
export const messages = {
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

const quizTypes = ['comun', 'comportamental'] as const;
const questionKinds = ['single', 'multiple', 'true_false'] as const;
/** One right option, several of them, or true and false (contract, Quizzes). */
export type QuestionKind = (typeof questionKinds)[number];
/** When a student sees the right answers: never, after each hand-in, or after the last attempt. */
const reviewModes = ['never', 'finished', 'last'] as const;
/** Which attempt of each student the owner's results count. */
export const countedAttempts = ['first', 'best', 'last'] as const;
/** The attempts that results count: each student's first, best or last one. */
export type CountedAttempt = (typeof countedAttempts)[number];

/** The orders of the students in the results: by time, or by score. */
const studentOrders = ['latest', 'highest', 'lowest'] as const;
/** See `studentOrders`. */
export type StudentOrder = (typeof studentOrders)[number];

/** Stands for the key of a profile in the search for students who have none. No key is blank. */
export const NO_PROFILE = ' ';

// Input -----------------------------------------------------------------------------------------

/**
 * A section 9: `hours:minutes:seconds`. An empty part is 0. If all parts are empty or 0, the quiz
 * has no time limit. The database stores two digits per part.
 */
const timeLimit = z.pipe(
  z.pipe(
    z.nullable(z.string(messages.timeLimit).check(z.trim())),
    z.transform((text) => (text === null || text === '' ? null : normalTime(text))),
  ),
  z.nullable(
    z
      .string(messages.timeLimit)
      .check(z.refine((text: string) => text !== NO_TIME, messages.timeLimit)),
  ),
);
const NO_TIME = '00:00:00';

/** '1:5:' gives '01:05:00'. A text that is no time gives '00:00:00', which the check refuses. */
function normalTime(text: string) {
  const parts = /^(\d{0,2}):(\d{0,2}):(\d{0,2})$/.exec(text)?.slice(1);
  if (!parts || Number(parts[1]) > 59 || Number(parts[2]) > 59) return NO_TIME;
  return parts.map((part) => part.padStart(2, '0')).join(':');
}

/** The seconds of a stored time limit. */
export const timeLimitSeconds = (text: string) =>
  text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

const type = z.enum(quizTypes, common.invalid);
/** In percent. */
const goal = wholeNumber(0, 100);

const quizFields = {
  name: requiredText(limits.name, common.required, messages.nameTooLong),
  /** 'finished' by default. The calls of A section 7 do not send it. */
  review: z.optional(z.enum(reviewModes, common.invalid)),
  /** The products that open a quiz outside of courses; empty opens it to everybody. */
  product_ids: z.optional(ids),
  version,
};

/** A section 7 and A section 3, Quiz. `repeat` allows more than one attempt. */
export const QuizInput = body({
  ...quizFields,
  type: z._default(type, 'comun'),
  goal: z._default(goal, 70),
  published: z._default(flag, false),
  repeat: z._default(flag, false),
  stopwatch: z._default(flag, false),
  time_limit: z._default(timeLimit, null),
});
export type QuizInput = z.output<typeof QuizInput>;

/** The same body for a saved quiz. A missing field keeps its value. */
export const QuizChange = body({
  ...quizFields,
  ...patchOf({ type, goal, published: flag, repeat: flag, stopwatch: flag, time_limit: timeLimit }),
});
export type QuizChange = z.output<typeof QuizChange>;

const weight = z.number().check(z.gte(limits.weight[0]), z.lte(limits.weight[1]));

const OptionInput = z.object({
  /** The id of an existing option. The server gives new options an id. */
  id: z.optional(id),
  text: requiredText(limits.optionText, common.required, messages.optionTooLong),
  correct: z.optional(z.boolean()),
  profile: z.optional(
    z.nullable(z.string().check(maxCharacters(limits.profileKey, messages.profileKeyTooLong))),
  ),
  weight: z.optional(z.nullable(weight)),
});

const QuestionInput = z
  .object({
    id: z.optional(id),
    kind: z.enum(questionKinds, common.invalid),
    text: requiredText(limits.text, common.required, messages.questionTooLong),
    image: z.optional(image),
    image_alt: z.optional(
      z.nullable(
        z.string().check(z.trim(), maxCharacters(limits.imageAlt, messages.imageAltTooLong)),
      ),
    ),
    explanation: z.optional(
      z.nullable(
        z.string().check(z.trim(), maxCharacters(limits.explanation, messages.explanationTooLong)),
      ),
    ),
    weight: z._default(weight, 1),
    options: z.array(OptionInput).check(z.maxLength(limits.options)),
  })
  .check(
    z.refine(
      ({ kind, options }) =>
        kind === 'multiple' || options.filter(({ correct }) => correct).length <= 1,
      { error: messages.twoRight, path: ['options'] },
    ),
    z.refine(({ kind, options }) => kind !== 'true_false' || options.length === 2, {
      error: messages.trueFalse,
      path: ['options'],
    }),
  );
/** A question with its right answers. Without an id it is a new one. */
export type QuestionInput = z.output<typeof QuestionInput>;

const profile = {
  key: requiredText(limits.profileKey, common.required, messages.profileKeyTooLong),
  title: requiredText(limits.profileTitle, common.required, messages.profileTitleTooLong),
  description: z._default(
    z
      .string()
      .check(
        z.trim(),
        maxCharacters(limits.profileDescription, messages.profileDescriptionTooLong),
      ),
    '',
  ),
};
const ProfileInput = z.object({
  ...profile,
  image: z.optional(image),
  /** The courses that fit the profile, in their order. An unknown one is left out. */
  course_ids: z.optional(ids.check(z.maxLength(limits.profileCourses))),
});

const unique = (values: (string | number | undefined)[]) => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

/** All questions of a quiz in their order. A question that is left out is removed. */
export const QuestionsInput = body({
  questions: z.array(QuestionInput).check(z.maxLength(limits.questions)),
  profiles: z._default(z.array(ProfileInput).check(z.maxLength(limits.profiles)), []),
  version,
}).check(
  z.refine(({ profiles }) => unique(profiles.map(({ key }) => key)), {
    error: messages.doubleKey,
    path: ['profiles'],
  }),
  z.refine(
    ({ questions }) =>
      unique(questions.map((question) => question.id)) &&
      unique(questions.flatMap(({ options }) => options.map((option) => option.id))),
    { error: messages.doubleId, path: ['questions'] },
  ),
  z.refine(
    ({ questions, profiles }) => {
      const keys = new Set(profiles.map(({ key }) => key));
      return questions.every(({ options }) =>
        options.every((option) => !option.profile || keys.has(option.profile)),
      );
    },
    { error: messages.unknownProfile, path: ['questions'] },
  ),
);
export type QuestionsInput = z.output<typeof QuestionsInput>;

const optionIds = z.array(id).check(z.maxLength(limits.options));
const AnswerInput = z.object({ question_id: id, option_ids: optionIds });
/** The options that a student chose. Without options it takes the answer back. */
export type AnswerInput = z.output<typeof AnswerInput>;

// Answers ----------------------------------------------------------------------------------------

/** A section 3. */
export const Quiz = z.object({
  id: z.int(),
  tenant_id: z.int(),
  name: z.string(),
  type: z.enum(quizTypes),
  goal: z.int(),
  published: flagAnswer,
  repeat: flagAnswer,
  stopwatch: flagAnswer,
  time_limit: z.nullable(z.string()),
  review: z.enum(reviewModes),
  product_ids: z.array(z.int()),
  /** The number of questions, and the lessons that have this quiz. */
  questions_count: z.int(),
  lessons: listOf(z.object({ id: z.int(), title: z.string(), course_id: z.int() })),
  /** Somebody has begun the quiz. A change does not affect attempts that were begun. */
  has_attempts: z.boolean(),
  version: z.int(),
});
export type Quiz = z.output<typeof Quiz>;

/** The text with its formulas rendered; null or missing if it has none. */
const html = z.optional(z.nullable(z.string()));

const Option = z.object({
  id: z.int(),
  text: z.string(),
  text_html: html,
  correct: z.optional(z.boolean()),
  profile: z.optional(z.nullable(z.string())),
  weight: z.optional(z.nullable(z.number())),
});

/** A question as staff see it, with its right answers. Students get an `AskedQuestion`. */
export const Question = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  /** The text as written. Formulas are `\(…\)` and `$$…$$`. */
  text: z.string(),
  text_html: html,
  image: z.optional(z.nullable(z.string())),
  image_alt: z.optional(z.nullable(z.string())),
  explanation: z.optional(z.nullable(z.string())),
  explanation_html: html,
  weight: z.number(),
  options: listOf(Option),
});
export type Question = z.output<typeof Question>;

/** A result of a `comportamental` quiz (contract, decision 6). */
export const Profile = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.optional(z.nullable(z.string())),
  course_ids: z.optional(z.array(z.int())),
});
export type Profile = z.output<typeof Profile>;
/** The profile for its student. `profileCourses` names the courses that the student may see. */
const ResultProfile = z.omit(Profile, { course_ids: true });

const Questions = z.object({
  questions: listOf(Question),
  profiles: listOf(Profile),
  version: z.int(),
});
/** The questions and profiles of a quiz, as the builder edits them. */
export type Questions = z.output<typeof Questions>;

/** A question for the student. It does not reveal the right answer. */
const AskedQuestion = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  text: z.string(),
  text_html: html,
  image: z.nullable(z.string()),
  image_alt: z.nullable(z.string()),
  weight: z.number(),
  options: listOf(z.object({ id: z.int(), text: z.string(), text_html: html })),
});
export type AskedQuestion = z.output<typeof AskedQuestion>;

const Answer = z.object({ question_id: z.int(), option_ids: z.array(z.int()) });

const ReviewItem = z.object({
  question_id: z.int(),
  correct: z.boolean(),
  chosen: z.array(z.int()),
  right: z.array(z.int()),
  explanation: z.nullable(z.string()),
  explanation_html: html,
});

/** The shares of the profiles, from 0 to 1, in the quiz's order. */
const ProfileShare = z.object({ key: z.string(), title: z.string(), share: z.number() });

const ChosenWeight = z.object({ profile: z.string(), weight: z.number() });

const result = {
  /** 0 to 100. For a `comportamental` quiz: the share of its profile. */
  score: z.number(),
  /** Null for `comportamental`. */
  passed: z.nullable(z.boolean()),
  /** The goal at the start of the attempt. */
  goal: z.int(),
  profile: z.nullable(ResultProfile),
  profiles: listOf(ProfileShare),
  /** For `comportamental`: the profile and weight of each chosen option, in the quiz's order. */
  weights: listOf(ChosenWeight),
  /** Empty if the school does not show the right answers. */
  review: listOf(ReviewItem),
  /** Number of right answers. */
  right: z.int(),
  finished_at: time,
  seconds: z.int(),
};
/** A handed-in attempt with its score, and its review if the quiz shows one. */
export const AttemptResult = z.object({
  id: z.int(),
  ...result,
  /**
   * The things that the viewer finished for the first time by passing. Only the hand-in tells them.
   */
  completed: z.optional(listOf(z.enum(['module', 'course']))),
  /** The points awarded; missing if there are none. */
  points: z.optional(z.int()),
});
export type AttemptResult = z.output<typeof AttemptResult>;

/** An open attempt. Its questions are frozen with it (contract, Quizzes). */
export const Attempt = z.object({
  id: z.int(),
  quiz_id: z.int(),
  name: z.string(),
  type: z.enum(quizTypes),
  stopwatch: flagAnswer,
  questions: listOf(AskedQuestion),
  deadline: z.nullable(time),
  started_at: time,
  /** The server's clock. The page computes the remaining time from it. */
  now: time,
  answers: listOf(Answer),
});
export type Attempt = z.output<typeof Attempt>;

/** An attempt with its result, once it was handed in. */
export const ReadAttempt = z.extend(Attempt, {
  /** The member who made the attempt. Staff read the attempts of others. */
  member: z.object({ id: z.int(), name: z.string() }),
  ...z.partial(z.object(result)).shape,
});
export type ReadAttempt = z.output<typeof ReadAttempt>;

const MyResult = z.object({
  attempt_id: z.int(),
  score: z.number(),
  passed: z.nullable(z.boolean()),
  profile: z.nullable(z.string()),
  finished_at: time,
});

/** A quiz that the viewer may take. */
export const MyQuiz = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(quizTypes),
  goal: z.int(),
  repeat: flagAnswer,
  stopwatch: flagAnswer,
  time_limit: z.nullable(z.string()),
  questions_count: z.int(),
  /** Number of attempts that the viewer began. */
  attempts: z.int(),
  /** Null if there is no limit. */
  attempts_left: z.nullable(z.int()),
  /** The attempt that is open. */
  open_attempt: z.nullable(z.object({ id: z.int(), deadline: z.nullable(time) })),
  /** The best result; for a `comportamental` quiz the last one. */
  result: z.nullable(MyResult),
  /** The lesson that contains the quiz, for the link back. */
  lesson: z.nullable(
    z.object({ id: z.int(), title: z.string(), course_id: z.int(), module_id: z.int() }),
  ),
});
export type MyQuiz = z.output<typeof MyQuiz>;

const Student = z.object({
  member: z.object({ id: z.int(), name: z.string(), photo_url: z.nullable(z.string()) }),
  score: z.number(),
  passed: z.nullable(z.boolean()),
  /** The key of the resulting profile of a `comportamental` quiz. */
  profile: z.nullable(z.string()),
  seconds: z.int(),
  /** Nobody handed in: the attempt ended at its deadline. */
  timed_out: z.boolean(),
  attempts: z.int(),
  finished_at: time,
});

/** A page of a search may hold few students, or none, and yet have a next one. */
const Students = z.object({ data: listOf(Student), next_cursor: z.nullable(z.string()) });

/** A student's best attempt in the plot of the scores. */
const PlottedStudent = z.object({
  member: z.object({ id: z.int(), name: z.string() }),
  score: z.number(),
  passed: z.boolean(),
  finished_at: time,
});
export type PlottedStudent = z.output<typeof PlottedStudent>;

const OpenAttempt = z.object({
  id: z.int(),
  member: z.object({ id: z.int(), name: z.string(), photo_url: z.nullable(z.string()) }),
  started_at: time,
  deadline: z.nullable(time),
});

/** The members whose chosen attempt ended with a profile, the best one where none was chosen. */
const ProfileMembers = z.object({
  key: z.string(),
  title: z.string(),
  members: z.int(),
  share: z.number(),
});

/**
 * Contract, Quizzes: shares are 0 to 1 over handed-in attempts. `spread` is the standard deviation.
 */
export const QuizResults = z.object({
  attempts: z.int(),
  /**
   * Members who handed in an attempt, and members who passed. Of a chosen attempt: who passed with
   * it.
   */
  members: z.int(),
  passed: z.int(),
  mean: z.nullable(z.number()),
  /** The whole score that half of the attempts did not exceed. */
  median: z.nullable(z.number()),
  spread: z.nullable(z.number()),
  /** The mean duration of an attempt. */
  seconds: z.nullable(z.int()),
  /**
   * The duration that half of the attempts did not exceed, rounded up: to minutes from an hour on,
   * to hours from a day on. Null over all attempts.
   */
  median_seconds: z.nullable(z.int()),
  /**
   * Students who began and did not hand in. The time of their attempt ran out, or nobody has
   * answered the open one for an hour. The chosen attempt counts; otherwise the best one.
   */
  abandoned: z.int(),
  /** Number of attempts by score: 0 to 9, 10 to 19, …, 90 to 100. */
  scores: z.array(z.int()),
  /**
   * The students with a score, the lowest first. Missing where there are more than
   * `limits.plotted`, and on further pages.
   */
  plotted: z.optional(listOf(PlottedStudent)),
  /** The profiles of a `comportamental` quiz, in its order. */
  profiles: listOf(ProfileMembers),
  questions: listOf(
    z.object({
      id: z.int(),
      text: z.string(),
      text_html: html,
      image: z.optional(z.nullable(z.string())),
      image_alt: z.optional(z.nullable(z.string())),
      right_share: z.nullable(z.number()),
      /** The correlation of a right answer with the score, from -1 to 1. */
      discrimination: z.nullable(z.number()),
      options: listOf(
        z.object({
          id: z.int(),
          text: z.string(),
          text_html: html,
          correct: z.boolean(),
          share: z.nullable(z.number()),
          /** The mean score of the students who chose the option. */
          mean: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  /** The latest 50 open attempts of students. */
  open: listOf(OpenAttempt),
  /** More attempts ran out of time than one request hands in. A job hands in the others. */
  handing_in: flagAnswer,
  students: Students,
});
export type QuizResults = z.output<typeof QuizResults>;

/** The attempts with the lowest or the highest scores: about a third of all, in whole scores. */
const Third = z.object({
  /** The highest score of the lowest third, or the lowest one of the highest third. */
  score: z.int(),
  attempts: z.int(),
});

/** The scores behind the answers to one question. */
export const QuestionScores = z.object({
  /** Null where too few attempts, or too few scores, part them. */
  lowest: z.nullable(Third),
  highest: z.nullable(Third),
  options: listOf(
    z.object({
      id: z.int(),
      /** Number of attempts that chose the option, by whole score, the lowest first. */
      scores: listOf(z.object({ score: z.int(), count: z.int() })),
      /** Number of attempts of each third that chose the option. */
      lowest: z.int(),
      highest: z.int(),
    }),
  ),
});
export type QuestionScores = z.output<typeof QuestionScores>;

const MemberAttempt = z.object({
  id: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
  deadline: z.nullable(time),
  score: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  profile: z.nullable(z.string()),
});

/** A course that fits the profile. It counts the modules and lessons that the viewer may see. */
const ProfileCourse = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  modules: z.int(),
  seconds: z.int(),
});
export type ProfileCourse = z.output<typeof ProfileCourse>;

const admin = { access: 'admin', source: 'A' } as const;
/** The moment of the last hand-in, in microseconds, and its member. */
const latestStudent = /^\d{1,16}-\d{1,16}$/;
/** The score of the last student, and the student. */
const scoredStudent = /^\d{1,3}(?:\.\d{1,20})?-\d{1,16}$/;
const studentCursors = {
  latest: latestStudent,
  highest: scoredStudent,
  lowest: scoredStudent,
} satisfies Record<StudentOrder, RegExp>;
/**
 * Counts one attempt of each student. Without it, all attempts count, and lists show the best one.
 */
const attempt = z.optional(z.enum(countedAttempts, common.invalid));
const member = { access: 'member', source: 'v1' } as const;

/** A section 7, v1 and contract, Quizzes. An expired attempt counts with the kept answers. */
export const quizzes = {
  create: route('POST', '/api/auth/quiz/create', {
    ...admin,
    status: 201,
    body: QuizInput,
    answer: triple(Quiz),
  }),
  show: route('GET', '/api/auth/quiz/show/{id}', { ...admin, answer: triple(Quiz) }),
  update: route('POST', '/api/auth/quiz/update/{id}', {
    ...admin,
    body: QuizChange,
    answer: triple(Quiz),
  }),
  list: route('GET', '/api/auth/quiz/{tenant}', { ...admin, answer: triple(listOf(Quiz)) }),
  remove: route('DELETE', '/api/auth/quiz/{id}', { ...admin, answer: message }),

  questions: route('GET', '/api/v1/quizzes/{id}/questions', {
    access: 'admin',
    source: 'v1',
    answer: dataOf(Questions),
  }),
  saveQuestions: route('PUT', '/api/v1/quizzes/{id}/questions', {
    access: 'admin',
    source: 'v1',
    body: QuestionsInput,
    answer: dataOf(Questions),
  }),
  /**
   * Publishes a quiz, or hides it. It refuses to publish an invalid question (`quiz-faults.ts`).
   * The calls of A section 7 publish it without this check.
   */
  publish: route('PUT', '/api/v1/quizzes/{id}/published', {
    access: 'admin',
    source: 'ours',
    body: body({ published: flag }),
    answer: dataOf(Quiz),
  }),
  results: route('GET', '/api/v1/quizzes/{id}/results', {
    access: 'admin',
    source: 'v1',
    query: z.object({ cursor: cursor(latestStudent), attempt }),
    answer: dataOf(QuizResults),
  }),
  /**
   * Finds students by name, without case and accents, and by the key of their profile. `NO_PROFILE`
   * finds those without answers, and those whose profile was removed. A blank `q` lists all.
   */
  students: route('GET', '/api/v1/quizzes/{id}/results/students', {
    access: 'admin',
    source: 'ours',
    query: z
      .object({
        /** The cursor of a page in the same order. */
        cursor: z.optional(z.string()),
        q: searchText,
        profile: z.optional(z.string().check(z.maxLength(limits.profileKey))),
        attempt,
        /** By score, it lists the best attempt of each student where `attempt` is missing. */
        order: z.optional(z.enum(studentOrders, common.invalid)),
      })
      .check(
        z.refine(
          ({ cursor: text, order = 'latest' }) =>
            text === undefined || studentCursors[order].test(text),
        ),
      ),
    answer: Students,
  }),
  questionScores: route('GET', '/api/v1/quizzes/{id}/results/questions/{questionId}', {
    access: 'admin',
    source: 'ours',
    query: z.object({ attempt }),
    answer: dataOf(QuestionScores),
  }),
  /** A CSV of the students' handed-in attempts. */
  exportResults: route('GET', '/api/v1/quizzes/{id}/results/export', {
    access: 'admin',
    source: 'ours',
    query: z.object({ attempt }),
  }),
  memberAttempts: route('GET', '/api/v1/quizzes/{id}/members/{memberId}/attempts', {
    access: 'admin',
    source: 'ours',
    /** `attempts_left` is null for a quiz that may be repeated. */
    answer: z.object({ data: listOf(MemberAttempt), attempts_left: z.nullable(z.int()) }),
  }),
  /** Gives one more attempt to one student. One who has an attempt left gets no second one. */
  grantAttempt: route('POST', '/api/v1/quizzes/{id}/members/{memberId}/attempts', {
    access: 'admin',
    source: 'ours',
    status: 201,
    answer: dataOf(z.object({ attempts_left: z.nullable(z.int()) })),
  }),
  /** Hands in an open attempt with the answers saved so far. */
  closeAttempt: route('POST', '/api/v1/attempts/{id}/close', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(AttemptResult),
  }),

  mine: route('GET', '/api/v1/quizzes', { ...member, answer: listOf(MyQuiz) }),
  start: route('POST', '/api/v1/quizzes/{id}/attempts', {
    ...member,
    status: 201,
    answer: dataOf(Attempt),
  }),
  attempt: route('GET', '/api/v1/attempts/{id}', { ...member, answer: dataOf(ReadAttempt) }),
  /** The courses that fit the profile of the viewer's own attempt; none before the hand-in. */
  profileCourses: route('GET', '/api/v1/attempts/{id}/courses', {
    access: 'member',
    source: 'ours',
    answer: dataOf(listOf(ProfileCourse)),
  }),
  answer: route('PUT', '/api/v1/attempts/{id}/answers', {
    ...member,
    body: body(AnswerInput.shape),
    answer: dataOf(z.object({ saved_at: time })),
  }),
  finish: route('POST', '/api/v1/attempts/{id}/finish', {
    ...member,
    body: body({
      answers: z.optional(z.array(AnswerInput).check(z.maxLength(limits.answers))),
    }),
    answer: dataOf(AttemptResult),
  }),
};
