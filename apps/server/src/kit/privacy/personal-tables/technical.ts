import { member, type PersonalTable } from './personal-table.ts';

/** Tables of files, imports and mails, and those that an export leaves out. */
export const technicalTables: readonly PersonalTable[] = [
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
