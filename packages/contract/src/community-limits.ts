import { messages as common } from './messages.ts';

/** A section 9. */
export const communityLimits = {
  title: 50,
  description: 500,
  upsellText: 50,
  /** Ours: the text of the legacy sales button. */
  buttonText: 255,
  links: 10,
  /** Ours. */
  channelTitle: 50,
  channelDescription: 200,
  channels: 100,
  perSchool: 500,
} as const;

/** A sections 5 and 8. The texts are exact, because people read them. */
export const communityMessages = {
  created: 'Comunidade criada com sucesso.',
  updated: 'Comunidade atualizada com sucesso.',
  configSaved: 'Alterações salvas com sucesso',
  removed: 'Comunidade excluída com sucesso.',
  ordered: 'Ordem das comunidades atualizada com sucesso.',
  activated: 'Comunidade ativada.',
  deactivated: 'Comunidade desativada.',
  isActive: 'A comunidade está ativa',
  isInactive: 'A comunidade está inativa',
  allActivated: 'Comunidades ativadas',
  allDeactivated: 'Comunidades desativadas',
  pageChanged: 'Status de exibição atualizado com sucesso.',
  mediaChanged: 'Status atualizado com sucesso!',

  titleRequired: 'O nome da comunidade é obrigatório',
  titleTooLong: 'O nome da comunidade deve ter no máximo 50 caracteres',
  descriptionTooLong: 'A descrição não pode ter mais de 500 caracteres',
  upsellTextRequired: 'O texto de upsell é obrigatório',
  upsellLinkRequired: 'O link de upsell é obrigatório',
  productRequired: 'A comunidade precisa ter pelo menos um produto ativo',
  noProduct: 'Selecione ao menos um produto!',
  tooMany: 'Uma escola pode ter no máximo 500 comunidades.',
  /** Ours. */
  buttonTooLong: 'O texto do botão deve ter no máximo 255 caracteres.',
  linkTitleTooLong: 'O título do link deve ter no máximo 50 caracteres.',
  tooManyLinks: 'Uma comunidade pode ter no máximo 10 links.',

  changeFailed: 'Não foi possível realizar a alteração! Tente novamente.',
  removeFailed: 'Não foi possível excluir a comunidade! Tente novamente.',
  /** For a community that is gone: a second try would fail too. */
  alreadyRemoved: 'Não foi possível excluir a comunidade!',
  createFailed: 'Falha ao criar a comunidade! Tente novamente.',
  orderFailed: common.orderFailed,
  activateFailed: 'Falha ao ativar a comunidade! Tente novamente.',
  deactivateFailed: 'Falha ao desativar a comunidade! Tente novamente.',
  updateFailed: 'Falha ao atualizar a comunidade! Tente novamente.',
  actionFailed: 'Falha ao realizar a ação! tente novamente.',
  setActiveFailed: 'Não foi possível ativar a comunidade',
  setInactiveFailed: 'Não foi possível inativar a comunidade',
  saveFailed: 'Erro ao salvar as alterações',

  /** Ours. */
  channelRequired: 'O nome do canal é obrigatório',
  channelTooLong: 'O nome do canal deve ter no máximo 50 caracteres',
  channelDescriptionTooLong: 'A descrição do canal deve ter no máximo 200 caracteres',
  tooManyChannels: 'Uma comunidade pode ter no máximo 100 canais.',
  noAccess: 'Você ainda não tem acesso a esta comunidade.',
} as const;

/** A section 3, Preset cover colours. The last choice of the grid is a free picker. */
export const coverColors = [
  '#831100',
  '#FF2600',
  '#FF9300',
  '#FFFB00',
  '#4F7A28',
  '#00F900',
  '#5E30EB',
  '#FF40FF',
  '#002E7A',
  '#00C7FC',
  '#919191',
  '#AA7942',
  '#121212',
] as const;
/** A section 3, Preset cover colours. */
export const defaultCoverColor = '#121212';
/** A section 4: the title of a new community in the new form. */
export const defaultTitle = 'Comunidade';

/** The eight content flags, with their names in answers. */
export const contentFlags = [
  'publications',
  'comments',
  'likes',
  'text',
  'files',
  'videos',
  'images',
  'carousels',
] as const;
/** A kind of content that the legacy form switches. */
export type ContentFlag = (typeof contentFlags)[number];
