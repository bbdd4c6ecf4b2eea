import type { PersonKey } from './demo-people.ts';
import type { SceneName } from './scenes.ts';

// The posts and comments of the demo school. They were written for it and quote nobody.

/** A post of the demo school, with its likes and comments. */
export interface DemoPost {
  by: PersonKey;
  /** Hours from the post to the first start of the server. */
  hours: number;
  text: string;
  title?: string;
  /** The scene of each image, and the position in its animation. */
  images?: [SceneName, number][];
  pinned?: boolean;
  likedBy?: PersonKey[];
  comments?: { by: PersonKey; text: string; replies?: { by: PersonKey; text: string }[] }[];
}

interface DemoChannel {
  title: string;
  description: string;
  products?: string[];
  posts: DemoPost[];
}

/** The channels of the community that every student may enter. */
export const clubChannels: DemoChannel[] = [
  {
    title: 'Foto da semana',
    description: 'Tema até domingo: contraluz na rua. Até três fotos por pessoa, legenda livre.',
    posts: [
      {
        by: 'duda',
        hours: 3,
        text: 'Cheguei cinco minutos antes do sol encostar na serra e quase fui embora achando que não ia dar. Deu. ISO 100, f/11, e a mão gelada.',
        images: [
          ['ridges', 0.1],
          ['ridges', 0.9],
        ],
        likedBy: ['ana', 'osvaldo', 'taina', 'kaue', 'julia', 'lourdes'],
        comments: [
          {
            by: 'ana',
            text: 'A primeira é a foto. Corta um dedo de cima e me manda de novo?',
            replies: [
              { by: 'duda', text: 'Cortei. Ficou outra coisa, obrigada.' },
              { by: 'kaue', text: 'Que diferença faz um dedo.' },
            ],
          },
          { by: 'taina', text: 'De que lado da estrada você parou? Passo ali todo sábado.' },
        ],
      },
      {
        by: 'osvaldo',
        hours: 19,
        text: 'Comecei a fotografar aos 67. Esse orvalho é da varanda da minha filha, sete da manhã. Aceito bronca.',
        images: [['dew', 0.2]],
        likedBy: ['ana', 'duda', 'julia', 'beatriz'],
        comments: [
          { by: 'ana', text: 'Bronca nenhuma. Repara como a luz conta a hora sozinha.' },
          { by: 'lourdes', text: 'Seu Osvaldo, que gota é essa? Parece de vidro.' },
        ],
      },
      {
        by: 'julia',
        hours: 44,
        text: 'Primeira vez que saímos os dois com a câmera. Ele ficou com o tripé, eu com o frio.',
        images: [['stream', 0.15]],
        likedBy: ['taina', 'caio', 'ana'],
        comments: [{ by: 'caio', text: 'Quantos segundos? A água está inteira.' }],
      },
      {
        by: 'beatriz',
        hours: 98,
        text: 'O Feijão só olha para a câmera se alguém fizer barulho de geladeira abrindo. Anotem.',
        images: [['portrait', 0.34]],
        likedBy: ['duda', 'osvaldo', 'taina', 'rafael', 'kaue'],
        comments: [
          { by: 'osvaldo', text: 'Funcionou com o meu. Acordou, olhou e dormiu de novo.' },
          { by: 'ana', text: 'Vou roubar essa para a aula.' },
        ],
      },
      {
        by: 'rafael',
        hours: 196,
        text: 'Almoço de domingo, luz da porta da cozinha. O figo era o último.',
        images: [['table', 0.25]],
        likedBy: ['julia', 'beatriz', 'ana'],
      },
      {
        by: 'lourdes',
        hours: 318,
        text: 'Três da tarde, janela da sala. Moro aqui há trinta anos e nunca tinha reparado que ela faz esse desenho na parede.',
        images: [['windowLight', 0.7]],
        likedBy: ['ana', 'duda', 'osvaldo', 'beatriz', 'caio'],
        comments: [{ by: 'duda', text: 'É isso. Agora a senhora não desvê mais.' }],
      },
      {
        by: 'caio',
        hours: 470,
        text: 'Trinta segundos contados no relógio do meu avô. Atrasado, mas serve.',
        images: [['stream', 0.8]],
        likedBy: ['julia', 'taina'],
      },
    ],
  },
  {
    title: 'Boas-vindas',
    description: 'Quem chega se apresenta aqui.',
    posts: [
      {
        by: 'ana',
        hours: 1400,
        title: 'Como a gente conversa aqui',
        text: 'Pergunte sem medo, responda com calma, mostre o que deu errado também.\nFoto de outra pessoa só com o nome dela. Venda fica fora dos canais.',
        pinned: true,
        likedBy: ['duda', 'taina', 'kaue', 'osvaldo', 'lourdes', 'beatriz'],
      },
      {
        by: 'kaue',
        hours: 340,
        text: 'Cheguei ontem. Moro em Pirenópolis, tenho uma câmera velha e pouco tempo. Por onde vocês começaram?',
        likedBy: ['ana', 'duda'],
        comments: [
          {
            by: 'taina',
            text: 'Pela aula de esperar o olhar. É curta e me custou um domingo inteiro, no bom sentido.',
          },
          { by: 'osvaldo', text: 'Pela varanda.' },
          {
            by: 'ana',
            text: 'Comece pelo céu das cinco da tarde. Câmera velha e pouco tempo bastam.',
            replies: [{ by: 'kaue', text: 'Vi ontem mesmo. Já estou olhando para o oeste.' }],
          },
        ],
      },
      {
        by: 'lourdes',
        hours: 600,
        text: 'Sou a Lourdes, de Diamantina. Fotografo com o celular que era do meu neto. Quero aprender a luz antes de aprender a câmera.',
        likedBy: ['ana', 'osvaldo', 'duda'],
        comments: [
          { by: 'ana', text: 'Está na ordem certa.' },
          { by: 'osvaldo', text: 'Seja bem-vinda. Também comecei tarde, e recomendo.' },
        ],
      },
    ],
  },
  {
    title: 'Dúvidas de edição',
    description: 'Mande o arquivo antes e depois, e conte o que tentou.',
    posts: [
      {
        by: 'taina',
        hours: 52,
        title: 'Céu com faixas depois de exportar',
        text: 'No programa está liso, no celular aparecem faixas. É o JPEG ou sou eu?',
        likedBy: ['rafael'],
        comments: [
          {
            by: 'ana',
            text: 'É o JPEG em 8 bits. Exporte com um pouco de grão e olhe de novo.',
            replies: [{ by: 'taina', text: 'Era isso. O grão sumiu com as faixas e eu nem vi.' }],
          },
        ],
      },
      {
        by: 'rafael',
        hours: 225,
        title: 'Todo mundo verde na praça',
        text: 'Fotografei o aniversário debaixo da mangueira e as peles ficaram verdes. Mexo na foto toda ou só nas pessoas?',
        comments: [
          {
            by: 'ana',
            text: 'A folha devolve luz verde. Acerte primeiro o balanço de branco no branco do olho; quase sempre basta.',
          },
          { by: 'beatriz', text: 'Da próxima, um pano branco no chão também ajuda.' },
        ],
      },
    ],
  },
  {
    title: 'Saídas em grupo',
    description: 'Onde, quando, o que levar. Quem vem, avisa.',
    posts: [
      {
        by: 'ana',
        hours: 27,
        title: 'Sábado: nascer do sol na serra',
        text: 'Saímos às quatro e meia do portão da escola. Levem casaco, água e uma lente só. São quinze vagas: quem vem, comenta aqui.',
        likedBy: ['duda', 'kaue', 'osvaldo', 'taina', 'rafael'],
        comments: [
          { by: 'duda', text: 'Vou.' },
          { by: 'kaue', text: 'Vou, e levo o café.' },
          {
            by: 'osvaldo',
            text: 'Vou, se tiver onde sentar.',
            replies: [{ by: 'ana', text: 'Tem pedra com vista, Seu Osvaldo.' }],
          },
        ],
      },
      {
        by: 'taina',
        hours: 505,
        title: 'O que ficou da saída na chuva',
        text: 'Quatro pessoas, dois guarda-chuvas e uma foto que presta. Esta.',
        images: [['dew', 0.75]],
        likedBy: ['ana', 'duda', 'beatriz', 'osvaldo'],
        comments: [{ by: 'ana', text: 'Uma que presta por saída é uma boa média.' }],
      },
    ],
  },
  {
    title: 'Laboratório de retrato',
    description: 'Turma do Estúdio: um retrato por semana, com leitura em grupo.',
    products: ['Plano Estúdio'],
    posts: [
      {
        by: 'julia',
        hours: 14,
        text: 'Luz de janela, fundo de lençol. O olhar saiu quando paramos de posar.',
        likedBy: ['taina', 'duda', 'ana'],
        comments: [{ by: 'ana', text: 'A mão dele contou a história. Deixe mais ar à direita.' }],
      },
      {
        by: 'beatriz',
        hours: 160,
        text: 'O canto da sala, pronto para a sessão de hoje. Da porta ninguém diria.',
        images: [['windowLight', 0.3]],
        likedBy: ['julia', 'caio'],
      },
    ],
  },
];

/** The channels of the private community. */
export const studioChannels: DemoChannel[] = [
  {
    title: 'Leitura da semana',
    description: 'Uma foto por pessoa, lida em voz alta na segunda-feira.',
    posts: [
      {
        by: 'caio',
        hours: 66,
        title: 'Antes que murchasse',
        text: 'Montei tudo com o prato vazio, como na aula. A comida entrou e a foto já estava lá.',
        images: [['table', 0.8]],
        likedBy: ['ana', 'taina', 'beatriz'],
        comments: [
          { by: 'taina', text: 'A sombra aponta para a fruta. Foi de propósito?' },
          { by: 'caio', text: 'Na terceira volta da lâmpada, sim.' },
        ],
      },
      {
        by: 'ana',
        hours: 290,
        title: 'O que vamos ler este mês',
        text: 'Retrato com uma janela só. Sem rebatedor na primeira semana, com isopor na segunda. Quero ver a diferença, não o acerto.',
        pinned: true,
        likedBy: ['julia', 'caio', 'duda'],
      },
    ],
  },
];
