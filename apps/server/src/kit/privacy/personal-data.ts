import type { DataGroup } from '@vitrine/contract/privacy';
import type { DB } from '../../platform/database.types.ts';

/**
 * The effect of a person's erasure on a row. `cascade`: the foreign key deletes it.
 * `unnamed`: the foreign key empties the column, and the row stays without a person. `number`: an
 * id without a foreign key stays and refers to nobody. `forgotten`: `forgetMember` deletes or
 * rewrites it. `parent`: the row is deleted with its parent row.
 */
type Erasure = 'cascade' | 'unnamed' | 'number' | 'forgotten' | 'parent';

/** A table's part of a person's record, as the export writes it. */
interface Exported {
  group: DataGroup;
  /** The title in the readable page, in Portuguese. */
  title: string;
  /** The columns that order and identify the rows of one person. */
  key: readonly [string, ...string[]];
  /** Columns that are secret, or describe only how the row is stored. */
  omit?: readonly string[];
  /** Columns of the readable page, with their headings in Portuguese. The JSON has every column. */
  columns: Readonly<Record<string, string>>;
}

interface PersonalTable {
  table: keyof DB;
  /** Every column that names or describes a person, and what an erasure does with it. */
  holds: Readonly<Record<string, Erasure>>;
  /** The column of the person to whom the data belongs. Default: `member_id`. */
  person?: string;
  /** SQL that finds the rows of `:memberId`, if no column names the person. */
  where?: string;
  exported?: Exported;
}

const member = (erasure: Erasure) => ({ member_id: erasure });

/**
 * Every table that holds personal data. A test compares it with the database's catalogue, and fails
 * if a table that names a person is missing here. Export and erasure read only this list.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    table: 'members',
    person: 'id',
    holds: { name: 'cascade', email: 'cascade', bio: 'cascade', photo_url: 'cascade' },
    exported: {
      group: 'account',
      title: 'Conta',
      key: ['id'],
      omit: ['password_hash'],
      columns: {
        name: 'Nome',
        email: 'E-mail',
        bio: 'Bio',
        language: 'Idioma',
        roles: 'Papéis',
        created_at: 'Criado em',
        last_seen_at: 'Última visita',
      },
    },
  },
  // The held columns of an account that is being erased. No export runs meanwhile.
  {
    table: 'member_erasures',
    holds: { member_id: 'cascade', asked_by: 'number', held: 'cascade' },
  },
  {
    table: 'member_consents',
    holds: member('cascade'),
    exported: {
      group: 'account',
      title: 'Consentimentos',
      key: ['id'],
      columns: { kind: 'Assunto', granted: 'Aceito', at: 'Quando' },
    },
  },
  {
    table: 'email_changes',
    holds: { member_id: 'cascade', old_email: 'cascade', new_email: 'cascade' },
    exported: {
      group: 'account',
      title: 'Mudança de e-mail',
      key: ['member_id'],
      omit: ['old_token_hash', 'new_token_hash'],
      columns: { old_email: 'E-mail de hoje', new_email: 'E-mail novo', expires_at: 'Vale até' },
    },
  },
  {
    table: 'member_products',
    holds: member('cascade'),
    exported: {
      group: 'access',
      title: 'Produtos',
      key: ['product_id'],
      columns: { product: 'Produto', granted_at: 'Desde' },
    },
  },
  {
    table: 'sessions',
    holds: { member_id: 'cascade', user_agent: 'cascade' },
    exported: {
      group: 'access',
      title: 'Aparelhos conectados',
      key: ['id'],
      omit: ['token_hash'],
      columns: { user_agent: 'Navegador', created_at: 'Criado em', last_seen_at: 'Última visita' },
    },
  },
  {
    table: 'sign_in_links',
    holds: { ...member('cascade'), handed_by: 'number' },
    exported: {
      group: 'access',
      title: 'Links de acesso',
      key: ['expires_at', 'purpose'],
      omit: ['token_hash', 'browser_hash', 'code_hash', 'handed_by'],
      columns: { purpose: 'Assunto', expires_at: 'Vale até', used_at: 'Usado em' },
    },
  },
  {
    table: 'record_views',
    holds: { member_id: 'cascade', viewer_id: 'number' },
    exported: {
      group: 'access',
      title: 'Quem da equipe viu',
      key: ['day', 'viewer_id', 'what'],
      columns: { viewer: 'Pessoa', what: 'Assunto', at: 'Quando' },
    },
  },
  {
    table: 'data_requests',
    holds: member('unnamed'),
    exported: {
      group: 'access',
      title: 'Pedidos à escola',
      key: ['id'],
      columns: {
        kind: 'Assunto',
        details: 'Texto',
        created_at: 'Criado em',
        due_at: 'Prazo',
        done_at: 'Respondido em',
        answer: 'Resposta',
      },
    },
  },
  {
    table: 'audit_entries',
    holds: member('number'),
    exported: {
      group: 'technical',
      title: 'Mudanças feitas como equipe',
      key: ['id'],
      columns: { action: 'Ação', at: 'Quando' },
    },
  },
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
  {
    table: 'posts',
    holds: { member_id: 'unnamed', mentions: 'forgotten', removed_by: 'number' },
    exported: {
      group: 'community',
      title: 'Publicações',
      key: ['id'],
      omit: ['words'],
      columns: {
        community: 'Comunidade',
        title: 'Título',
        content: 'Texto',
        created_at: 'Criado em',
      },
    },
  },
  {
    table: 'post_comments',
    holds: { member_id: 'unnamed', mentions: 'forgotten' },
    exported: {
      group: 'community',
      title: 'Comentários em publicações',
      key: ['id'],
      columns: { content: 'Texto', created_at: 'Criado em' },
    },
  },
  {
    table: 'lesson_comments',
    holds: member('unnamed'),
    exported: {
      group: 'community',
      title: 'Comentários em aulas',
      key: ['id'],
      columns: { lesson: 'Aula', content: 'Texto', created_at: 'Criado em' },
    },
  },
  {
    table: 'post_likes',
    holds: member('cascade'),
    exported: {
      group: 'community',
      title: 'Publicações curtidas',
      key: ['post_id'],
      columns: { post_id: 'Publicação', created_at: 'Quando' },
    },
  },
  {
    table: 'post_comment_likes',
    holds: member('cascade'),
    exported: {
      group: 'community',
      title: 'Comentários curtidos',
      key: ['comment_id'],
      columns: { comment_id: 'Comentário', created_at: 'Quando' },
    },
  },
  {
    table: 'lesson_comment_likes',
    holds: member('cascade'),
    exported: {
      group: 'community',
      title: 'Comentários de aulas curtidos',
      key: ['comment_id'],
      columns: { comment_id: 'Comentário', created_at: 'Quando' },
    },
  },
  {
    table: 'channel_reads',
    holds: member('cascade'),
    exported: {
      group: 'community',
      title: 'Canais lidos',
      key: ['channel_id'],
      columns: { channel: 'Canal', post_id: 'Publicação' },
    },
  },
  {
    table: 'post_reports',
    holds: { member_id: 'cascade', answered_by: 'number' },
    exported: {
      group: 'community',
      title: 'Denúncias feitas',
      key: ['id'],
      omit: ['answered_by'],
      columns: { post_id: 'Publicação', reason: 'Texto', created_at: 'Quando' },
    },
  },
  {
    table: 'community_silences',
    holds: { member_id: 'cascade', created_by: 'number' },
    exported: {
      group: 'community',
      title: 'Silêncios',
      key: ['community_id'],
      omit: ['created_by'],
      columns: { community: 'Comunidade', reason: 'Texto', until: 'Vale até' },
    },
  },
  {
    table: 'live_messages',
    holds: { member_id: 'cascade', removed_by: 'number' },
    exported: {
      group: 'community',
      title: 'Mensagens em transmissões',
      key: ['id'],
      omit: ['removed_by'],
      columns: { live: 'Transmissão', text: 'Texto', created_at: 'Quando' },
    },
  },
  {
    table: 'live_silences',
    holds: { member_id: 'cascade', created_by: 'number' },
    exported: {
      group: 'community',
      title: 'Silêncios em transmissões',
      key: ['live_id'],
      omit: ['created_by'],
      columns: { live: 'Transmissão', created_at: 'Quando' },
    },
  },
  {
    table: 'point_entries',
    // The title of a post, or its first words, may name its author.
    holds: { member_id: 'cascade', thing_title: 'forgotten' },
    exported: {
      group: 'points',
      title: 'Pontos ganhos',
      key: ['id'],
      columns: { action: 'Ação', points: 'Pontos', at: 'Quando' },
    },
  },
  {
    table: 'point_scores',
    holds: member('cascade'),
    exported: {
      group: 'points',
      title: 'Pontuação',
      key: ['season_id'],
      columns: { season_id: 'Temporada', score: 'Pontos' },
    },
  },
  // A job takes a removed member's row out.
  { table: 'point_totals', holds: member('number') },
  { table: 'point_score_moves', holds: member('number') },
  {
    table: 'reward_earnings',
    holds: member('cascade'),
    exported: {
      group: 'points',
      title: 'Recompensas',
      key: ['reward_id'],
      columns: { reward: 'Recompensa', earned_at: 'Quando' },
    },
  },
  {
    table: 'level_reaches',
    holds: member('cascade'),
    exported: {
      group: 'points',
      title: 'Níveis',
      key: ['level_id'],
      columns: { level_id: 'Nível', reached_at: 'Quando' },
    },
  },
  {
    table: 'reminders',
    holds: member('cascade'),
    exported: {
      group: 'preferences',
      title: 'Lembretes',
      key: ['id'],
      omit: ['base_url'],
      columns: { title: 'Título', weekdays: 'Dias', time: 'Horário', time_zone: 'Fuso horário' },
    },
  },
  {
    table: 'live_reminders',
    holds: member('cascade'),
    exported: {
      group: 'preferences',
      title: 'Lembretes de transmissões',
      key: ['live_id'],
      omit: ['base_url'],
      columns: { live: 'Transmissão', created_at: 'Criado em', told_at: 'Enviado em' },
    },
  },
  {
    table: 'notifications',
    holds: { member_id: 'cascade', actor_id: 'number' },
    exported: {
      group: 'preferences',
      title: 'Notificações',
      key: ['id'],
      omit: ['actor_id'],
      columns: { event: 'Assunto', read: 'Lida', at: 'Quando' },
    },
  },
  {
    table: 'notification_preferences',
    holds: member('cascade'),
    exported: {
      group: 'preferences',
      title: 'Preferências de notificações',
      key: ['member_id'],
      omit: ['base_url', 'unsubscribe_token', 'mail_tries'],
      columns: {
        like_platform: 'Curtidas',
        post_platform: 'Publicações',
        comment_platform: 'Comentários',
        reply_platform: 'Respostas',
      },
    },
  },
  {
    table: 'notification_mutes',
    holds: member('cascade'),
    exported: {
      group: 'preferences',
      title: 'Comunidades sem notificações',
      key: ['community_id'],
      columns: { community: 'Comunidade' },
    },
  },
  {
    table: 'push_subscriptions',
    holds: { member_id: 'cascade', endpoint: 'cascade', p256dh: 'cascade', auth: 'cascade' },
    exported: {
      group: 'preferences',
      title: 'Aparelhos com avisos',
      key: ['id'],
      // These values allow anybody to send to the device.
      omit: ['endpoint', 'p256dh', 'auth'],
      columns: { created_at: 'Desde' },
    },
  },
  {
    table: 'custom_html_previews',
    holds: member('cascade'),
    exported: {
      group: 'technical',
      title: 'Prévia de HTML',
      key: ['member_id'],
      columns: { html: 'Texto' },
    },
  },
  {
    table: 'files',
    holds: { member_id: 'unnamed', filename: 'forgotten' },
    exported: {
      group: 'files',
      title: 'Arquivos enviados',
      key: ['id'],
      omit: ['etag', 'widths'],
      columns: { filename: 'Arquivo', type: 'Tipo', bytes: 'Bytes', created_at: 'Criado em' },
    },
  },
  {
    table: 'imports',
    holds: member('unnamed'),
    exported: {
      group: 'technical',
      title: 'Importações feitas',
      key: ['id'],
      omit: ['path', 'report', 'choices', 'kept'],
      columns: { filename: 'Arquivo', created_at: 'Quando' },
    },
  },
  {
    table: 'import_rows',
    holds: { member_id: 'unnamed', item: 'forgotten', values: 'forgotten' },
    exported: {
      group: 'technical',
      title: 'Linhas de importações',
      key: ['import_id', 'line'],
      columns: { outcome: 'Resultado', item: 'Texto' },
    },
  },
  {
    table: 'mails',
    holds: {
      member_id: 'unnamed',
      recipient: 'forgotten',
      subject: 'forgotten',
      html: 'forgotten',
      plain: 'forgotten',
      error: 'forgotten',
    },
    // Also those to an address of before.
    where: `(t.member_id = :memberId
      OR t.recipient = (SELECT m.email FROM members m WHERE m.id = :memberId))`,
    exported: {
      group: 'technical',
      title: 'E-mails enviados',
      key: ['id'],
      // The texts contain links that open the account, and the headers one that stops mails.
      omit: ['html', 'plain', 'headers'],
      columns: { subject: 'Assunto', created_at: 'Criado em', sent_at: 'Enviado em' },
    },
  },
  {
    table: 'email_bounces',
    holds: { email: 'forgotten', error: 'forgotten' },
    where: 't.email = (SELECT lower(m.email) FROM members m WHERE m.id = :memberId)',
    exported: {
      group: 'technical',
      title: 'E-mails recusados',
      key: ['email'],
      columns: { email: 'E-mail', error: 'Texto', at: 'Quando' },
    },
  },

  // Not exported: counters and caches that add nothing to the rows above.
  { table: 'member_rates', holds: member('cascade') },
  { table: 'member_storage', holds: member('cascade') },
  { table: 'idempotency_keys', holds: { member_id: 'cascade', answer: 'forgotten' } },
  { table: 'known_browsers', holds: member('cascade') },
  // Its keys hold the e-mails and IP addresses of sign-in attempts.
  { table: 'failed_tries', holds: { key: 'forgotten' } },
  { table: 'search_documents', holds: { thing_id: 'forgotten' } },
  { table: 'search_words', holds: { word: 'forgotten' } },
  { table: 'search_word_checks', holds: { words: 'forgotten' } },
];

/** The uses of a person's files: uploads for themselves or into a community. */
export const personalFileUses = ['photo', 'post_image', 'post_video', 'post_file'] as const;

/** Names that replace ids in the export: `lesson` for `lesson_id`. */
export const namedThings: Readonly<Record<string, { table: keyof DB; name: string }>> = {
  product_id: { table: 'products', name: 'title' },
  course_id: { table: 'courses', name: 'title' },
  module_id: { table: 'modules', name: 'title' },
  lesson_id: { table: 'lessons', name: 'title' },
  quiz_id: { table: 'quizzes', name: 'name' },
  community_id: { table: 'communities', name: 'title' },
  channel_id: { table: 'channels', name: 'title' },
  reward_id: { table: 'rewards', name: 'name' },
  live_id: { table: 'lives', name: 'title' },
  viewer_id: { table: 'members', name: 'name' },
};
