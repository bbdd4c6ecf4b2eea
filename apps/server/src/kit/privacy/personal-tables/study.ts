import { member, type PersonalTable } from './personal-table.ts';

/** Tables of the studies and quizzes of a member. */
export const studyTables: readonly PersonalTable[] = [
  {
    table: 'lesson_progress',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Progresso nas aulas',
      key: ['lesson_id'],
      columns: {
        course: 'Curso',
        lesson: 'Aula',
        seconds: 'Segundos',
        finished_at: 'Concluída em',
        updated_at: 'Última visita',
      },
    },
  },
  {
    table: 'course_progress',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Progresso nos cursos',
      key: ['course_id'],
      columns: { course: 'Curso', touched_at: 'Última visita' },
    },
  },
  {
    table: 'watched_hours',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Tempo assistido',
      key: ['hour'],
      columns: { hour: 'Quando', seconds: 'Segundos' },
    },
  },
  {
    table: 'course_completions',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Cursos concluídos',
      key: ['course_id'],
      columns: { course: 'Curso', completed_at: 'Concluída em' },
    },
  },
  {
    table: 'module_completions',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Módulos concluídos',
      key: ['module_id'],
      columns: { module: 'Módulo', completed_at: 'Concluída em' },
    },
  },
  {
    table: 'course_watchers',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Cursos vistos',
      key: ['course_id'],
      columns: { course: 'Curso', watched_at: 'Quando' },
    },
  },
  {
    table: 'lesson_likes',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Aulas curtidas',
      key: ['lesson_id'],
      columns: { lesson: 'Aula', created_at: 'Quando' },
    },
  },
  {
    table: 'favorites',
    holds: member('cascade'),
    exported: {
      group: 'study',
      title: 'Favoritos',
      key: ['id'],
      columns: { course: 'Curso', module: 'Módulo', lesson: 'Aula' },
    },
  },
  {
    table: 'quiz_attempts',
    holds: member('cascade'),
    exported: {
      group: 'quizzes',
      title: 'Tentativas de avaliações',
      key: ['id'],
      columns: {
        quiz: 'Avaliação',
        number: 'Tentativa',
        started_at: 'Início',
        finished_at: 'Entregue em',
        score: 'Nota',
      },
    },
  },
  {
    table: 'quiz_answers',
    holds: { attempt_id: 'parent' },
    where: 't.attempt_id IN (SELECT a.id FROM quiz_attempts a WHERE a.member_id = :memberId)',
    exported: {
      group: 'quizzes',
      title: 'Respostas',
      key: ['attempt_id', 'question_id'],
      columns: {
        attempt_id: 'Tentativa',
        question_id: 'Pergunta',
        option_ids: 'Opções',
        saved_at: 'Quando',
      },
    },
  },
  {
    table: 'quiz_results',
    holds: member('cascade'),
    exported: {
      group: 'quizzes',
      title: 'Resultados de avaliações',
      key: ['quiz_id'],
      columns: { quiz: 'Avaliação', score: 'Nota', passed: 'Aprovado', finished_at: 'Entregue em' },
    },
  },
  // Which of the attempts above count, and hand-ins that wait to be counted.
  { table: 'quiz_standings', holds: member('cascade') },
  { table: 'quiz_uncounted', holds: member('number') },
];
