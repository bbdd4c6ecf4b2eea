/** Ours; `previewDays` is from contract, Points. */
export const pointLimits = {
  name: 32,
  points: 1_000_000,
  interactions: 1_000,
  note: 500,
  previewDays: 365,
  /** Rows per page of the ledger, and rows of each list of a preview. */
  entries: 50,
  previewRows: 100,
} as const;

/** B sections 5 and 8, and contract, Points; the rest are ours. */
export const pointMessages = {
  required: 'Obrigatório',
  created: 'Pontuação criada com sucesso.',
  updated: 'Pontuação atualizada com sucesso.',
  productRemoved: 'Produto excluído das permissões',
  exists: 'A pontuação já foi criada. Atualize-a.',
  nameTooLong: 'O nome dos pontos deve ter no máximo 32 caracteres.',
  noteTooLong: 'O motivo deve ter no máximo 500 caracteres.',
  saveFailed: 'A pontuação não foi salva. Tente de novo.',
} as const;
