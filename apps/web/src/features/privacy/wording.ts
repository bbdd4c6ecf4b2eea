import type { consentKinds, DataGroup } from '@vitrine/contract/privacy';

interface Words {
  label: string;
  /** The purpose of the data. */
  help: string;
}

/** The groups of data and their purposes, in the order of the page. */
export const groupWords: Record<DataGroup, Words> = {
  account: {
    label: 'Conta',
    help: 'Nome, e-mail, foto, bio e escolhas. Servem para você entrar e para a escola saber quem é.',
  },
  access: {
    label: 'Acesso',
    help: 'Produtos, aparelhos conectados e quem viu o seu registro. Abrem o conteúdo e protegem a conta.',
  },
  study: {
    label: 'Estudo',
    help: 'Aulas vistas, curtidas e favoritos. Fazem o curso continuar de onde você parou.',
  },
  quizzes: {
    label: 'Avaliações',
    help: 'Tentativas, respostas e notas. Mostram o resultado a você e a quem ensina.',
  },
  community: {
    label: 'Comunidade',
    help: 'Publicações, comentários e curtidas. As outras pessoas da escola leem o que você escreve.',
  },
  points: {
    label: 'Pontos',
    help: 'Pontos, níveis e recompensas. Contam o que você já conquistou.',
  },
  preferences: {
    label: 'Preferências',
    help: 'Lembretes de estudo. Avisamos nos dias e horários que você escolheu.',
  },
  files: {
    label: 'Arquivos',
    help: 'A foto e o que você anexou. Aparecem onde você os colocou.',
  },
  technical: {
    label: 'Registros técnicos',
    help: 'E-mails enviados e mudanças feitas como equipe. Servem para entregar e para conferir.',
  },
};

/** Portuguese sentences for the two answers to each consent. */
export const consentAnswers: Record<
  (typeof consentKinds)[number],
  { yes: { label: string }; no: { label: string } }
> = {
  terms: { yes: { label: 'Aceitos em {{date}}' }, no: { label: 'Recusados em {{date}}' } },
  ranking: { yes: { label: 'Permitido em {{date}}' }, no: { label: 'Recusado em {{date}}' } },
};
