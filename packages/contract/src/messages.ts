/** Messages that no single domain owns (contract, Settled details: Everywhere). */
export const messages = {
  created: 'Criado com sucesso',
  saved: 'Dados salvos com sucesso.',
  removed: 'Exclusão realizada.',
  ordered: 'Ordem atualizada com sucesso.',
  orderFailed: 'Não foi possível atualizar a ordem! Tente novamente.',
  likeFailed: 'A curtida não foi salva. Tente de novo.',

  required: 'Campo obrigatório',
  invalid: 'Valor inválido',
  invalidLink: 'Link inválido',
  invalidEmail: 'E-mail inválido',
  tooLong: 'O texto é longo demais.',
  tooManyTags: 'O texto tem elementos demais. Divida-o em partes.',
  titleTooLong: 'O título deve ter no máximo 255 caracteres.',
  fileNameTooLong: 'O nome do arquivo deve ter no máximo 255 caracteres.',

  badBody: 'O pedido não pôde ser lido.',
  badParameter: 'O endereço do pedido não é válido.',
  notSignedIn: 'Entre na sua conta para continuar.',
  otherSchool: 'Este pedido é de outra escola.',
  roleTooLow: 'Você não tem permissão para fazer isso.',
  viewingAsStudent: 'Você está vendo como aluno: aqui nada é gravado.',
  crossSite: 'Este pedido veio de outro site e foi recusado.',
  notFound: 'Não encontramos o que você procura.',
  unknownHost: 'Nenhuma escola atende neste endereço.',
  staleOrder: 'A lista mudou enquanto você ordenava. Confira a ordem atual.',
  staleVersion: 'Outra pessoa salvou antes de você. Confira a versão atual.',
  bodyTooLarge: 'O pedido é grande demais.',
  tooLarge: 'O arquivo excede o tamanho máximo permitido.',
  emptyFile: 'O arquivo está vazio. Escolha outro.',
  wrongContent: 'Este tipo de conteúdo não é aceito.',
  tooManyTries: 'Muitas tentativas. Tente de novo em {{minutes}} min.',
  busy: 'Estamos com muitos pedidos agora. Tente de novo em instantes.',
  unavailable: 'A escola não responde neste momento. Tente de novo em instantes.',
  conflict: 'Outra mudança aconteceu ao mesmo tempo. Tente de novo.',
  diskFull: 'Não há espaço para guardar nada agora. Tente de novo mais tarde.',
  unexpected: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
} as const;

/** A section 8: the second line of these messages. */
export const tryLater: Readonly<Record<string, string>> = {
  'Não foi possível salvar esta configuração': 'Tente novamente mais tarde ou fale com o suporte.',
  'Erro ao salvar as alterações': 'Tente novamente mais tarde',
};
