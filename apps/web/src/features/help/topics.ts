import { pages } from '@vitrine/contract/pages';
interface Topic {
  title: string;
  /** A paragraph each. */
  texts: string[];
  /** The link to the panel or page, and its label. */
  to: string;
  way: string;
}

/** The first questions of an owner, in the order in which a school is set up. */
export const topics: readonly Topic[] = [
  {
    title: 'Abra sua escola em três passos',
    texts: [
      'Crie um produto: é o que seus alunos compram ou recebem, e é ele que abre os cursos.',
      'Crie um curso ou importe um pacote Common Cartridge, e escolha os produtos que o abrem.',
      'Adicione as pessoas, uma a uma ou por planilha, com os produtos de cada uma. Cada pessoa recebe por e-mail o caminho para entrar.',
    ],
    to: pages.manageProducts.path,
    way: 'Abrir Produtos',
  },
  {
    title: 'Monte a vitrine',
    texts: [
      'Cada carrossel mostra cursos, módulos ou aulas na página inicial. Em três passos você dá o nome, escolhe o conteúdo e define como os cards aparecem.',
      'Arraste para mudar a ordem, e use o interruptor para publicar ou esconder. Continuar assistindo, Em alta e Minha lista se preenchem sozinhos.',
    ],
    to: '/homepage?editar=vitrine',
    way: 'Abrir Vitrine',
  },
  {
    title: 'Deixe o site com a sua cara',
    texts: [
      'Em Aparência você escolhe as cores, a fonte, o fundo e o logo. O que você muda aparece na hora na página; os alunos veem depois que você salva.',
      'Os banners abrem a página inicial. Dê a cada um uma imagem para o computador e outra, em pé, para o celular.',
    ],
    to: '/homepage?editar=aparencia',
    way: 'Abrir Aparência',
  },
  {
    title: 'Escolha como os alunos entram e assistem',
    texts: [
      'A página de login tem três modelos e mostra as imagens e os textos que você escolher.',
      'A página de aula tem três modelos: Lista, Sequência e Tela cheia. Ali também se ligam os comentários e o letreiro de cada produto.',
    ],
    to: '/homepage?editar=aula',
    way: 'Abrir Página de aula',
  },
  {
    title: 'Veja o que seus alunos veem',
    texts: [
      'Embaixo da página, Celular mostra o site em uma tela pequena, e Ver como aluno mostra o que vê quem tem os produtos que você marcar. Nada do que se faz ali fica salvo.',
      'Um curso aparece com cadeado para quem não tem nenhum dos seus produtos. Para esconder o que está bloqueado, desligue o interruptor em Vitrine.',
    ],
    to: '/homepage?editar',
    way: 'Abrir o modo edição',
  },
  {
    title: 'Quando alguém não consegue entrar',
    texts: [
      'Na página de login, a própria pessoa pede um link por e-mail ou uma senha nova.',
      'Em Pessoas, confira se o e-mail está certo e quais produtos ela tem: um produto inativo não abre nada.',
    ],
    to: pages.manageMembers.path,
    way: 'Abrir Pessoas',
  },
  {
    title: 'Quando um HTML personalizado atrapalha a página',
    texts: [
      'Acrescente ?safe=1 ao endereço da página: ela abre sem nenhum trecho, e você pode corrigir ou desligar o que atrapalha.',
    ],
    to: '/homepage?safe=1&editar=html',
    way: 'Abrir HTML personalizado',
  },
];
