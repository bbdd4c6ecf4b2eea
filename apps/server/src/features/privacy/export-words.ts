import { consentWords, requestWords, viewWords } from '@vitrine/contract/privacy';
import type { Role } from '@vitrine/contract/roles';

/** Portuguese words for stored values, such as 'terms' in `member_consents.kind`. */
type Words = Readonly<Record<string, string>>;

/** As in the list of people. */
const roles: Record<Role, string> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  instructor: 'Instrutor',
  moderator: 'Moderador',
  student: 'Aluno',
};

const labelsOf = (words: Readonly<Record<string, { label: string }>>): Words =>
  Object.fromEntries(Object.entries(words).map(([value, { label }]) => [value, label]));

/** By table and column. A test compares the keys with the CHECK constraints of the columns. */
export const storedWords: Readonly<Record<string, Words>> = {
  'members.roles': roles,
  'members.language': { pt: 'Português', en: 'Inglês', es: 'Espanhol' },
  'member_consents.kind': labelsOf(consentWords),
  'sign_in_links.purpose': {
    sign_in: 'Entrar sem senha',
    password: 'Nova senha',
    invitation: 'Convite',
    owner: 'Primeiro acesso do proprietário',
    erasure: 'Confirmar que é você',
  },
  'record_views.what': labelsOf(viewWords),
  'data_requests.kind': labelsOf(requestWords),
  'point_entries.action': {
    login: 'Entrou na escola',
    watch_class: 'Começou a ver uma aula',
    like_class: 'Curtiu uma aula',
    comment_class: 'Comentou em uma aula',
    finish_class: 'Concluiu a aula',
    finish_module: 'Concluiu o módulo',
    finish_course: 'Concluiu o curso',
    post: 'Publicou',
    comment: 'Comentou em uma publicação',
    reply: 'Respondeu a um comentário',
    like: 'Curtiu na comunidade',
    bonus: 'Bônus do dia',
    manual: 'Pontos da equipe',
  },
  'notifications.event': {
    doubt_asked: 'Pergunta em uma aula',
    doubt_answered: 'Resposta à sua pergunta',
    doubt_like: 'Curtida na sua pergunta',
    post: 'Publicação nova',
    post_mention: 'Menção em uma publicação',
    post_like: 'Curtida na sua publicação',
    post_removed: 'Publicação removida',
    post_restored: 'Publicação de volta',
    comment: 'Comentário na sua publicação',
    reply: 'Resposta ao seu comentário',
    comment_mention: 'Menção em um comentário',
    comment_like: 'Curtida no seu comentário',
    comment_removed: 'Comentário removido',
    silenced: 'Silêncio em uma comunidade',
    points: 'Pontos da equipe',
    reward: 'Recompensa',
    level: 'Nível novo',
    live: 'Lembrete de transmissão',
  },
  'import_rows.outcome': {
    created: 'Criado',
    changed: 'Mudado',
    unchanged: 'Sem mudança',
    refused: 'Recusado',
  },
};
