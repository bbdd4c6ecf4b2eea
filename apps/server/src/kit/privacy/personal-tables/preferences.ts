import { member, type PersonalTable } from './personal-table.ts';

/** Tables of what a member wants to be told, and on which devices. */
export const preferenceTables: readonly PersonalTable[] = [
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
];
