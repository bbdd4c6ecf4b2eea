import { member, type PersonalTable } from './personal-table.ts';

/** Tables of what a member writes, reads and likes in communities and lives. */
export const communityTables: readonly PersonalTable[] = [
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
];
