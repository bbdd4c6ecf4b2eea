/** Sentences of an import report. The contract holds their translations. */
export const sentences = {
  section:
    'É um título de seção, sem conteúdo próprio; as aulas que vinham depois dele continuam na mesma ordem.',
  forTeachers: 'Era só para professores; para que alunos não o vejam, ficou de fora.',
  notHttp: 'O endereço desta ligação não começa com http ou https, por isso ficou de fora.',
  tool: 'É uma ferramenta externa (LTI), que ainda não conectamos aqui, por isso ficou de fora.',
  bank: 'É um banco de questões, que ainda não temos aqui; as questões dos questionários vieram com eles.',
  unknownType: 'É de um tipo que ainda não reconhecemos ({{type}}), por isso ficou de fora.',
  noType: 'O arquivo não diz de que tipo é, por isso ficou de fora.',
  handIn: 'O enunciado virou aula; a entrega do trabalho pelos alunos ainda não existe aqui.',
  attachment: 'O anexo “{{name}}” não veio no arquivo enviado.',
  unlinked:
    'Estas ligações levavam a páginas ou arquivos que não vieram para cá e viraram texto: {{names}}.',
  writtenAddresses:
    'O texto citava endereços da outra plataforma, que não abrem aqui: no lugar deles ficou “…”.',
  dropped:
    'Estas imagens ou incorporações não vieram no arquivo enviado e ficaram de fora: {{names}}.',
  unlocks:
    'Abria só em {{date}}; datas de abertura ainda não existem aqui, por isso abre com o curso.',
  prerequisites:
    'Exigia terminar antes {{names}}; pré-requisitos ainda não existem aqui, por isso abre com o curso.',
  sequential: 'As aulas deste módulo abriam uma depois da outra; aqui todas abrem com o curso.',
  draft: 'Não estava publicado na outra plataforma: confira antes de mostrar aos alunos.',
  drafts:
    'Não estavam publicadas na outra plataforma; confira antes de mostrar aos alunos: {{names}}.',
  unreached: 'Nada no curso de origem leva a estas aulas; confira se fazem parte dele: {{names}}.',
  blank: 'A página não tem conteúdo, por isso ficou de fora.',
  unusedImages: 'Nenhuma aula usa estas imagens, por isso ficaram de fora: {{names}}.',
  program:
    'É um conteúdo SCORM: perguntas, notas e o que roda nele como programa ficaram de fora; o texto que veio está na aula.',
  otherPackage:
    'Este pacote diz que é “{{schema}}”, e não Common Cartridge: trouxemos as páginas e os arquivos; questionários, notas e programas dele ficaram de fora.',

  lostTags:
    'Programas, formulários e desenhos da página ficaram de fora: {{names}}. O texto em volta veio.',
  formulaUnread: 'A fórmula “{{formula}}” não tem uma forma que lemos e ficou como texto.',

  noQuestions:
    'Nenhuma questão deste questionário cabe nos tipos que temos, por isso ele ficou de fora.',
  optionImages:
    'As imagens dentro das alternativas ficaram de fora; mantivemos as descrições delas.',
  optionComments:
    'Os comentários de cada alternativa ficaram de fora; mantivemos uma explicação por questão.',
  drawn: 'O grupo “{{title}}” sorteava {{drawn}} de {{count}} questões; trouxemos todas.',
  drawnFromBank:
    'O grupo “{{title}}” sorteava questões de um banco, que não temos aqui; ele ficou de fora.',
  fewOptions: 'A questão “{{name}}” tem menos de duas alternativas, por isso ficou de fora.',
  emptyOptions: 'A questão “{{name}}” tem alternativas sem texto, por isso ficou de fora.',
  noneRight: 'A questão “{{name}}” não diz qual é a resposta certa, por isso ficou de fora.',
  severalRight:
    'A questão “{{name}}” aceita mais de uma resposta certa para uma só escolha, por isso ficou de fora.',
  onlyText: 'O texto “{{name}}”, que não é pergunta, ficou de fora do questionário.',
  essay: 'A questão “{{name}}” é dissertativa; como ainda não temos esse tipo, ela ficou de fora.',
  shortAnswer:
    'A questão “{{name}}” é de resposta curta; como ainda não temos esse tipo, ela ficou de fora.',
  gaps: 'A questão “{{name}}” é de preencher lacunas; como ainda não temos esse tipo, ela ficou de fora.',
  matching:
    'A questão “{{name}}” é de associar colunas; como ainda não temos esse tipo, ela ficou de fora.',
  numerical:
    'A questão “{{name}}” é de resposta numérica; como ainda não temos esse tipo, ela ficou de fora.',
  formula: 'A questão “{{name}}” é de fórmula; como ainda não temos esse tipo, ela ficou de fora.',
  dropdowns:
    'A questão “{{name}}” é de listas suspensas; como ainda não temos esse tipo, ela ficou de fora.',
  upload:
    'A questão “{{name}}” é de envio de arquivo; como ainda não temos esse tipo, ela ficou de fora.',
  ordering: 'A questão “{{name}}” é de ordenar; como ainda não temos esse tipo, ela ficou de fora.',
  hotspot:
    'A questão “{{name}}” é de marcar na imagem; como ainda não temos esse tipo, ela ficou de fora.',
  unknownQuestion:
    'A questão “{{name}}” é de um tipo que não reconhecemos; como ainda não temos esse tipo, ela ficou de fora.',
} as const;
