/** Ours, because the specification gives the catalog no limits. Without a unit: characters. */
export const limits = {
  title: 255,
  description: 20_000,
  upsellText: 500,
  offer: { price: 120, button: 60, points: 20, point: 200 },
  /** In bytes of UTF-8, as sent. */
  content: 1_048_576,
  /** In bytes of JSON, where a quote or a line break takes two. */
  lessonBody: 2_621_440,
  embed: 10_000,
  filesPerLesson: 50,
  captionsPerLesson: 20,
  /** Maximum number of lessons that one request moves, publishes or deletes. */
  lessonsAtOnce: 500,
  /** The maximum length of a lesson: a hundred hours. */
  seconds: 360_000,
} as const;

/** Ours, because the specification gives the catalog no texts. */
export const messages = {
  courseCreated: 'Curso criado. Agora os módulos e as aulas.',
  courseRemoved: 'Curso excluído.',
  moduleRemoved: 'Módulo excluído.',
  lessonRemoved: 'Aula excluída.',
  lessonsRemoved: 'Aulas excluídas.',
  noLessonsChosen: 'Escolha ao menos uma aula.',
  tooManyLessons: 'Escolha no máximo 500 aulas de uma vez.',
  descriptionTooLong: 'A descrição deve ter no máximo 20.000 caracteres.',
  upsellTooLong: 'O texto de venda deve ter no máximo 500 caracteres.',
  priceTooLong: 'O preço deve ter no máximo 120 caracteres.',
  buttonTooLong: 'O texto do botão deve ter no máximo 60 caracteres.',
  pointTooLong: 'Cada item deve ter no máximo 200 caracteres.',
  tooManyPoints: 'A lista pode ter no máximo 20 itens.',
  contentTooLong: 'O conteúdo da aula deve ter no máximo 1 MB.',
  tooManyFiles: 'Uma aula pode ter no máximo 50 arquivos.',
  tooManyCaptions: 'Uma aula pode ter no máximo 20 legendas.',
  oneEachLanguage: 'Cada idioma pode ter uma legenda só.',
  noAccess: 'Você ainda não tem acesso a esta aula.',
  unknownQuiz: 'Esta avaliação não existe.',
  quizNotPassed: 'Para concluir esta aula, passe na avaliação.',
} as const;
