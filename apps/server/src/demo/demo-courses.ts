/** What stands in the demo school: short, real lessons, so that every page has something to show. */
export interface DemoCourse {
  title: string;
  description: string;
  product: 'Plano Luz' | 'Plano Estúdio';
  modules: { title: string; lessons: { title: string; minutes: number; text: string[] }[] }[];
}

export const demoCourses: DemoCourse[] = [
  {
    title: 'A luz certa dura onze minutos',
    description: 'Ler o céu, medir a exposição e sair de casa na hora exata.',
    product: 'Plano Luz',
    modules: [
      {
        title: 'Antes de sair',
        lessons: [
          {
            title: 'O que o céu conta às cinco da tarde',
            minutes: 8,
            text: [
              'Nuvem alta e fina espalha a cor; nuvem baixa e cheia apaga tudo. Olhe para o oeste uma hora antes e procure um vão perto do horizonte: é por ele que a luz entra.',
              'Anote o que viu e o que aconteceu depois. Em duas semanas você acerta mais do que o aplicativo.',
            ],
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
        ],
      },
    ],
  },
  {
    title: 'Macro sem mistério',
    description: 'De perto, com a lente que você já tem.',
    product: 'Plano Luz',
    modules: [
      {
        title: 'Ver de perto',
        lessons: [
          {
            title: 'A lente que você já tem',
            minutes: 12,
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
    description: 'Paciência, petisco e um segundo de sorte.',
    product: 'Plano Luz',
    modules: [
      {
        title: 'No chão com eles',
        lessons: [
          {
            title: 'Esperar o olhar',
            minutes: 10,
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
        ],
      },
    ],
  },
  {
    title: 'Estúdio em um canto da sala',
    description: 'Uma janela, um rebatedor de isopor e uma cortina.',
    product: 'Plano Estúdio',
    modules: [
      {
        title: 'Montar e desmontar em dez minutos',
        lessons: [
          {
            title: 'A janela como softbox',
            minutes: 14,
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
    ],
  },
];
