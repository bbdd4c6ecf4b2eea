import type { SceneName } from './scenes.ts';

/** The courses of the demo school: short, real lessons, so that every page has content. */
export interface DemoCourse {
  title: string;
  scene: SceneName;
  /** HTML, as the editor writes it. */
  description: string;
  product: 'Plano Luz' | 'Plano Estúdio';
  learn: string[];
  includes: string[];
  modules: { title: string; lessons: DemoLesson[] }[];
}

/** A lesson of the demo school. `text` has one element per paragraph. */
export interface DemoLesson {
  title: string;
  minutes: number;
  text: string[];
  /** Only the lesson with the course's one video has them: its captions, of three seconds each. */
  captions?: string[];
  /** The lesson is open to viewers who do not hold the course. */
  sample?: true;
  handout?: true;
  /** Passing the quiz finishes the lesson. */
  quiz?: true;
}

/** The courses of the demo school, each with the product that opens it. */
export const demoCourses: DemoCourse[] = [
  {
    title: 'A luz certa dura onze minutos',
    scene: 'ridges',
    description:
      '<p>Ler o céu, medir a exposição e sair de casa na <strong>hora exata</strong>.</p><p>Um curso curto, para ver num domingo e usar na segunda:</p><ul><li>câmera ou celular, tanto faz</li><li>uma saída por módulo, perto de casa</li></ul>',
    product: 'Plano Luz',
    learn: ['Prever a cor do céu uma hora antes', 'Medir para as altas-luzes'],
    includes: ['Caderno de campo em PDF', 'Avaliação com correção na hora'],
    modules: [
      {
        title: 'Antes de sair',
        lessons: [
          {
            title: 'O que o céu conta às cinco da tarde',
            minutes: 0,
            captions: [
              'Nuvem alta e fina espalha a cor.',
              'Nuvem baixa e cheia apaga tudo.',
              'Procure um vão perto do horizonte:',
              'é por ele que a luz entra.',
            ],
            text: [
              'Nuvem alta e fina espalha a cor; nuvem baixa e cheia apaga tudo. Olhe para o oeste uma hora antes e procure um vão perto do horizonte: é por ele que a luz entra.',
              'Anote o que viu e o que aconteceu depois. Em duas semanas você acerta mais do que o aplicativo.',
            ],
            handout: true,
          },
          {
            title: 'A mochila que cabe em uma mão',
            minutes: 6,
            text: [
              'Uma câmera, uma lente, um pano. O que fica em casa não pesa, e quem troca de lente no pôr do sol perde o pôr do sol.',
            ],
          },
          {
            title: 'Chegar vinte minutos antes',
            minutes: 5,
            text: [
              'Escolha o primeiro plano com luz feia. Quando a bonita chegar, você só precisa apertar o botão.',
            ],
          },
        ],
      },
      {
        title: 'No lugar',
        lessons: [
          {
            title: 'Medir para as altas-luzes',
            minutes: 9,
            text: [
              'Aponte para a parte mais clara que precisa de textura e trave a exposição. A sombra se recupera depois; o branco estourado, não.',
            ],
          },
          {
            title: 'Contraluz sem silhueta',
            minutes: 7,
            text: [
              'Uma parede clara atrás de você, uma camiseta branca, a areia: qualquer coisa clara devolve luz ao rosto. Aproxime a pessoa até a sombra abrir.',
            ],
          },
          {
            title: 'Você já lê a luz?',
            minutes: 4,
            text: ['Três perguntas. Com duas certas, a aula está concluída.'],
            quiz: true,
          },
        ],
      },
    ],
  },
  {
    title: 'Macro sem mistério',
    scene: 'dew',
    description: '<p>De perto, com a lente que você <em>já tem</em>.</p>',
    product: 'Plano Luz',
    learn: ['Chegar perto sem comprar lente', 'Empilhar o foco com paciência'],
    includes: ['Dúvidas respondidas pela Ana em cada aula'],
    modules: [
      {
        title: 'Ver de perto',
        lessons: [
          {
            title: 'A lente que você já tem',
            minutes: 0,
            captions: [
              'Inverta a lente.',
              'Ou use um tubo.',
              'Ou só chegue perto, e recorte.',
              'A gota espera. O vento, não.',
            ],
            text: [
              'Inverta a lente, use um tubo, ou apenas chegue à distância mínima e recorte. Os três caminhos servem; comece pelo que não custa nada.',
            ],
          },
          {
            title: 'Luz de janela, luz de lanterna',
            minutes: 15,
            text: [
              'A janela é grande e macia, a lanterna é pequena e dura. Coloque uma folha de papel entre a lanterna e a flor e você tem outra janela.',
            ],
          },
        ],
      },
      {
        title: 'Nitidez de ponta a ponta',
        lessons: [
          {
            title: 'Foco empilhado, passo a passo',
            minutes: 20,
            text: [
              'Apoie o celular, fotografe dez vezes avançando um milímetro de cada vez, e junte no computador. O vento espera quem tem paciência.',
            ],
          },
        ],
      },
    ],
  },
  {
    title: 'Retrato de bicho',
    scene: 'portrait',
    description: '<p>Paciência, petisco e um segundo de sorte.</p>',
    product: 'Plano Luz',
    learn: ['Ganhar a confiança antes da foto', 'Focar os olhos, sempre'],
    includes: ['Canal Foto da semana, no Clube Contraluz'],
    modules: [
      {
        title: 'No chão com eles',
        lessons: [
          {
            title: 'Esperar o olhar',
            minutes: 0,
            captions: [
              'Sente-se no chão.',
              'Fique quieto.',
              'Deixe que ele venha.',
              'O retrato acontece sozinho.',
            ],
            text: [
              'Sente-se no chão, fique quieto e deixe que venham. O retrato acontece quando eles esquecem a câmera.',
            ],
          },
          {
            title: 'Foco nos olhos, sempre',
            minutes: 6,
            text: [
              'Um focinho nítido com olhos moles é só um focinho. Escolha o ponto de foco à mão.',
            ],
          },
          {
            title: 'Petisco na altura da lente',
            minutes: 5,
            text: [
              'Alguém segura o petisco ao lado da câmera, um palmo acima. Três fotos por petisco, depois um passeio.',
            ],
          },
        ],
      },
    ],
  },
  {
    title: 'Estúdio em um canto da sala',
    scene: 'windowLight',
    description:
      '<p>Uma janela, um rebatedor de isopor e uma cortina.</p><p>O estúdio inteiro cabe atrás do sofá, e desmonta em <strong>dez minutos</strong>.</p>',
    product: 'Plano Estúdio',
    learn: [
      'Usar a janela como softbox',
      'Fazer um rebatedor com isopor',
      'Esconder a sala do fundo',
      'Repetir a mesma luz amanhã',
    ],
    includes: ['Canal Laboratório de retrato', 'Comunidade Estúdio: retrato e ensaio'],
    modules: [
      {
        title: 'Montar e desmontar em dez minutos',
        lessons: [
          {
            title: 'A janela como softbox',
            minutes: 0,
            sample: true,
            captions: [
              'A luz da janela anda.',
              'Às nove, ela é dura.',
              'Uma cortina fina a deixa macia.',
              'Marque no chão onde ficou bom.',
            ],
            text: [
              'Cortina fina para a luz dura do meio-dia, vidro limpo para o resto do dia. A pessoa a um braço da janela, o fundo a dois.',
            ],
          },
          {
            title: 'O rebatedor de isopor',
            minutes: 8,
            text: [
              'Do lado da sombra, um pouco abaixo do queixo. Aproxime até gostar, depois afaste um palmo.',
            ],
          },
        ],
      },
      {
        title: 'Gente na frente da janela',
        lessons: [
          {
            title: 'Um lençol é um fundo',
            minutes: 9,
            text: ['Estique bem, longe da pessoa dois passos. A dobra que sobra vira textura.'],
          },
          {
            title: 'Dirigir sem mandar',
            minutes: 12,
            text: ['Peça uma ação, não uma pose: ajeite a manga, conte o seu dia, olhe a rua.'],
          },
        ],
      },
    ],
  },
  {
    title: 'Longa exposição',
    scene: 'stream',
    description:
      '<p>Água que vira névoa, céu que corre, praça vazia ao meio-dia. Um tripé, um filtro e a paciência de contar até trinta.</p>',
    product: 'Plano Estúdio',
    learn: [
      'Escolher o tempo certo para água, nuvem e gente, sem chutar',
      'Firmar a câmera onde o tripé não entra',
      'Calcular a exposição com filtro ND de cabeça, em três passos',
      'Esvaziar uma praça cheia ao meio-dia',
    ],
    includes: ['Caderno de campo em PDF', 'Leitura ao vivo de portfólio com a Ana'],
    modules: [
      {
        title: 'O tempo aparece na foto',
        lessons: [
          {
            title: 'Boas-vindas e o que levar na mochila',
            minutes: 6,
            text: ['Tripé, filtro, um pano seco e um relógio. O resto é espera.'],
          },
          {
            title: 'Trinta segundos de água',
            minutes: 0,
            sample: true,
            captions: [
              'A mesma queda, três tempos:',
              'em 1/250, ela congela;',
              'em 1 segundo, ela escorre;',
              'em 30 segundos, ela vira seda.',
            ],
            text: [
              'A mesma queda em 1/250, 1 e 30 segundos, e por que a do meio não serve. Faça em casa com uma torneira e um relógio.',
            ],
          },
          {
            title: 'Filtro ND: quanto escurece de verdade',
            minutes: 21,
            text: ['Cada ponto dobra o tempo. De 1/60 a meio minuto são onze pontos: conte.'],
            handout: true,
          },
        ],
      },
      {
        title: 'Nuvem, vento e o que não fica parado',
        lessons: [
          {
            title: 'O céu que corre',
            minutes: 18,
            text: ['Dois minutos bastam com vento forte. Sem vento, volte outro dia.'],
          },
          {
            title: 'Cidade vazia ao meio-dia',
            minutes: 20,
            text: ['Quem anda some. Quem senta no banco fica: espere que levante.'],
          },
        ],
      },
    ],
  },
  {
    title: 'Mesa posta, luz de estúdio',
    scene: 'table',
    description:
      '<p>Comida que dá fome, com uma lâmpada só. A luz gira em volta do prato e a sombra conta a hora.</p>',
    product: 'Plano Estúdio',
    learn: [
      'Achar o lado do prato',
      'Fazer a sombra trabalhar',
      'Montar a cena em três camadas',
      'Fotografar antes que murche',
    ],
    includes: ['Leitura da semana, na comunidade Estúdio'],
    modules: [
      {
        title: 'Uma lâmpada só',
        lessons: [
          {
            title: 'A volta em torno do prato',
            minutes: 0,
            sample: true,
            captions: [
              'Comece com a luz de lado.',
              'Ande com ela em volta do prato.',
              'Olhe a sombra, não a fruta.',
              'Pare onde der fome.',
            ],
            text: [
              'Ande com a lâmpada em volta do prato e olhe só para a sombra. Pare onde der fome.',
            ],
          },
          {
            title: 'Três camadas e um pano',
            minutes: 11,
            text: ['Fundo, prato, e algo na frente que fica fora de foco. O pano junta os três.'],
          },
          {
            title: 'Antes que murche',
            minutes: 7,
            text: ['Luz, foco e corte com um prato vazio. A comida entra por último.'],
          },
        ],
      },
    ],
  },
];
