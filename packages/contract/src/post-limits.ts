/** Ours, because the specification gives posts no limits. */
export const postLimits = {
  title: 120,
  /** In characters of text, without tags. */
  content: 10_000,
  comment: 5_000,
  /** In characters of HTML, with tags. */
  html: 60_000,
  attachments: 10,
  mentions: 20,
  /** Per channel. */
  pinned: 3,
  reason: 300,
  /** Days that a silence may count from now. */
  silenceDays: 365,
  /** Days for which staff can restore a removed post. */
  restoreDays: 30,
  page: 20,
  largestPage: 50,
  /** Number of replies inside their comment. `parent_id` reads the rest. */
  repliesShown: 3,
  /**
   * The same in a page around a linked comment. A linked reply beyond this number comes as the last
   * one.
   */
  repliesAround: 200,
  /** People who like a post, by name. */
  likersShown: 3,
  /** Comments in a feed, below their post. */
  commentsShown: 1,
  /** Per member. */
  perMinute: { post: 10, comment: 30, mention: 30, report: 20 },
} as const;

/** Ours, because the specification gives posts no texts. */
export const postMessages = {
  blank: 'Escreva algo ou anexe um arquivo.',
  blankComment: 'Escreva um comentário.',
  tooLong: 'A publicação deve ter no máximo 10.000 caracteres.',
  commentTooLong: 'O comentário deve ter no máximo 5.000 caracteres.',
  titleTooLong: 'O título deve ter no máximo 120 caracteres.',
  tooManyAttachments: 'Uma publicação pode ter no máximo 10 anexos.',
  emptyFile: 'Este arquivo está vazio.',
  tooManyMentions: 'Um texto pode citar no máximo 20 pessoas.',
  outdated: 'Esta publicação mudou desde que você começou. Ao salvar, fica o seu texto.',
  commentOutdated: 'Este comentário mudou desde que você começou. Ao salvar, fica o seu texto.',
  notYours: 'Só quem escreveu ou a equipe pode mudar isto.',
  noAccess: 'Você ainda não tem acesso a este canal.',
  contentOff: 'Esta comunidade não aceita este tipo de conteúdo.',
  silenced: 'A equipe suspendeu suas publicações nesta comunidade. Você pode continuar lendo.',
  commentsClosed: 'Os comentários desta publicação estão fechados.',
  pinsFull: 'Um canal pode ter no máximo 3 publicações fixadas.',
  replyToReply: 'Responda ao comentário, não à resposta.',
  reasonRequired: 'Diga o motivo.',
  reasonTooLong: 'O motivo deve ter no máximo 300 caracteres.',
  alreadyReported: 'Você já denunciou isto. A equipe vai olhar.',
  removedByStaff: 'A equipe removeu esta publicação.',
  /** The reason that the author reads where staff named none. */
  defaultReason: 'Removido pela equipe.',
  staffSilence: 'A equipe não pode ser silenciada.',
  pastUntil: 'Escolha um momento no futuro.',
  tooFast: 'Você está escrevendo rápido demais. Espere um pouco.',
} as const;

/** Maximum body of a post or a comment: the HTML of a text, and what is around it. */
export const MAX_POST_BODY_BYTES = 262_144;
