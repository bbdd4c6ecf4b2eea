import { member, type PersonalTable } from './personal-table.ts';

/** Tables of the account of a member, its access, and who looked at it. */
export const accountTables: readonly PersonalTable[] = [
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
      columns: { product: 'Produto', granted_at: 'Desde', from_reward: 'Recompensa' },
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
];
