import type { MailKind, MailState, SkipReason } from '@vitrine/contract/mails';
import type { BadgeTone } from '../../ui/badge.tsx';

/** Portuguese words for the kinds of mails. The list translates them. */
export const kindWords: Record<MailKind, { label: string }> = {
  sign_in: { label: 'Link para entrar' },
  password: { label: 'Nova senha' },
  invitation: { label: 'Convite' },
  erasure_link: { label: 'Confirmação da exclusão' },
  erasure: { label: 'Aviso da exclusão' },
  email_change: { label: 'Mudança de e-mail' },
  reminder: { label: 'Lembrete de estudo' },
  notification: { label: 'Aviso' },
  digest: { label: 'Resumo de avisos' },
  test: { label: 'Teste' },
  other: { label: 'Outro e-mail' },
};

/** Portuguese words and colours for the states of a mail. */
export const stateWords: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Na fila', tone: 'quiet' },
  held: { label: 'Espera a manhã', tone: 'quiet' },
  sent: { label: 'Enviado', tone: 'ok' },
  skipped: { label: 'Não enviado', tone: 'quiet' },
  failed: { label: 'Falhou', tone: 'error' },
  bounced: { label: 'Endereço recusado', tone: 'error' },
};

/** Portuguese sentences: why a mail was not sent. */
export const reasonWords: Record<SkipReason, { label: string }> = {
  preference: { label: 'A pessoa desligou estes e-mails antes do envio.' },
  read: { label: 'A pessoa leu na escola antes do envio.' },
  gone: { label: 'O assunto foi apagado ou fechado antes do envio.' },
  bounced: { label: 'O endereço foi recusado antes. Só links para entrar e senhas ainda tentam.' },
};
