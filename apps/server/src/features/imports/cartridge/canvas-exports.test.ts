import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  canvasCourse,
  canvasQuiz,
  courseFiles,
  olderCanvasCourse,
} from '../../../../test/cartridges/canvas-exports.ts';
import { onDisk, reported, shape } from '../../../../test/cartridges/written-cartridges.ts';
import type { Cartridge, CartridgeLesson } from './cartridge.ts';
import { readCartridge } from './read-cartridge.ts';

const open = async (bytes: Buffer) => readCartridge(await onDisk(bytes));

function lessons(cartridge: Cartridge): Map<string, CartridgeLesson> {
  return new Map(
    cartridge.modules.flatMap((one) => one.lessons).map((lesson) => [lesson.title, lesson]),
  );
}

test('a Canvas course of one module', async () => {
  const cartridge = await open(canvasCourse());
  expect(cartridge.title).toBe('Curso de fotografia');
  expect(shape(cartridge)).toEqual({
    'Módulo de abertura': [
      'Primeiro trabalho',
      'Primeiro questionário',
      'Primeira página',
      'Primeira conversa',
      'Primeira ligação',
      'Apostila',
      'foto.jpg',
      'Trabalho com ligações',
      'Um trecho: 1930–1960 (60:00)',
    ],
  });

  const byTitle = lessons(cartridge);
  expect(byTitle.get('Primeiro trabalho')?.html).toBe(
    '<p><strong>Um texto de trabalho</strong></p>',
  );
  expect(byTitle.get('Primeira página')?.html).toBe('<p><strong>Um texto de página</strong></p>');
  expect(byTitle.get('Primeira conversa')).toMatchObject({
    html: '<p><strong>Um texto de conversa</strong></p>',
    discussion: true,
  });
  expect(byTitle.get('Primeira ligação')).toMatchObject({
    link: 'http://exemplo.test',
    html: null,
  });
  expect(byTitle.get('Um trecho: 1930–1960 (60:00)')?.html).toMatch(/^<p>\s+Um texto que/);
  expect(byTitle.get('Primeiro questionário')).toMatchObject({
    html: '<p><strong>Vale a nota do módulo</strong></p>',
    quiz: {
      name: 'Primeiro questionário',
      time_limit_seconds: null,
      goal: null,
      repeat: false,
      questions: [
        {
          kind: 'single',
          text: '<div><p>A resposta certa é D</p></div>',
          explanation: null,
          weight: 1,
          options: [
            { text: 'A', correct: false },
            { text: 'B', correct: false },
            { text: 'C', correct: false },
            { text: 'D', correct: true },
          ],
        },
      ],
    },
  });

  const pdf = {
    path: 'web_resources/apostila.pdf',
    name: 'apostila.pdf',
    size: courseFiles['web_resources/apostila.pdf'].length,
  };
  const photo = {
    path: 'web_resources/foto.jpg',
    name: 'foto.jpg',
    size: courseFiles['web_resources/foto.jpg'].length,
  };
  expect(byTitle.get('Apostila')?.files).toEqual([pdf]);
  expect(byTitle.get('foto.jpg')?.files).toEqual([photo]);
  const linked = byTitle.get('Trabalho com ligações');
  expect(linked?.files).toEqual([pdf, photo]);
  expect(linked?.html).toContain('href="cartridge-file:web_resources/apostila.pdf"');
  expect(linked?.html).toContain('<a href="https://exemplo.test">exemplo</a>');
  expect(linked?.html).not.toMatch(/REFERENCE|FILEBASE/);
  expect(linked?.html).toContain('Trabalho do retrato');
  expect((await buffer(await cartridge.openFile(photo.path))).subarray(0, 3).toString('hex')).toBe(
    'ffd8ff',
  );

  const missing = 'O conteúdo não veio no arquivo enviado, por isso ficou de fora.';
  expect(reported(cartridge)).toEqual([
    {
      item: 'Título no meio',
      message:
        'É um título de seção, sem conteúdo próprio; as aulas que vinham depois dele continuam na mesma ordem.',
    },
    {
      item: 'Ferramenta de fora',
      message:
        'É uma ferramenta externa (LTI), que ainda não conectamos aqui, por isso ficou de fora.',
    },
    {
      item: 'Trabalho com ligações',
      message:
        'Estas ligações levavam a páginas ou arquivos que não vieram para cá e viraram texto: “página de exemplo”, “Trabalho do retrato”, “Prova curta”, “Aviso da turma”, “Conversa simples” (+1).',
    },
    {
      item: 'Trabalho com ligações',
      message: 'O enunciado virou aula; a entrega do trabalho pelos alunos ainda não existe aqui.',
    },
    {
      item: 'Módulo de abertura',
      message: 'Não estava publicado na outra plataforma: confira antes de mostrar aos alunos.',
    },
    {
      item: 'Questões soltas',
      message:
        'É um banco de questões, que ainda não temos aqui; as questões dos questionários vieram com eles.',
    },
    { item: 'som.mp3', message: missing },
    { item: 'publicado.pdf', message: missing },
    { item: 'publicado-2.pdf', message: missing },
    {
      item: 'rascunho.pdf',
      message: 'Era só para professores; para que alunos não o vejam, ficou de fora.',
    },
  ]);
  await cartridge.close();
});

test('a quiz of all types outside every module', async () => {
  const cartridge = await open(canvasQuiz());
  await cartridge.close();
  expect(cartridge.title).toBe('Escola da Luz');
  expect(shape(cartridge)).toEqual({ 'Outros conteúdos': ['TODOS OS TIPOS'] });
  const quiz = cartridge.modules[0]?.lessons[0]?.quiz;
  expect(quiz).toMatchObject({
    name: 'TODOS OS TIPOS',
    time_limit_seconds: null,
    goal: null,
    repeat: false,
  });
  expect(quiz?.questions).toEqual([
    {
      kind: 'single',
      text: '<div><p>Quantas letras tem &quot;LUZ&quot;?</p></div>',
      explanation: 'conte de novo',
      weight: 1,
      options: ['1', '2', '3', '4'].map((text) => ({ text, correct: text === '3' })),
    },
    {
      kind: 'true_false',
      text: '<div><p>A lua tem luz própria</p></div>',
      explanation: null,
      weight: 1,
      options: [
        { text: 'True', correct: false },
        { text: 'False', correct: true },
      ],
    },
    {
      kind: 'multiple',
      text: '<div><p>Marque todas as letras</p></div>',
      explanation: null,
      weight: 1,
      options: ['A', '1', '2', 'B', 'C'].map((text) => ({ text, correct: /[A-C]/.test(text) })),
    },
  ]);
  const without = (name: string, kind: string): string =>
    `A questão “${name}” é ${kind}; como ainda não temos esse tipo, ela ficou de fora.`;
  expect(reported(cartridge).map((line) => line.message)).toEqual([
    without('O céu é [cor1], a areia é [cor2]', 'de listas suspensas'),
    without('Ligue as colunas!', 'de associar colunas'),
    without('Adivinhe o número', 'de resposta numérica'),
    without('conta', 'de fórmula'),
    without('Conte o que viu', 'dissertativa'),
    'O texto “SÓ TEXTO”, que não é pergunta, ficou de fora do questionário.',
    without('ARQUIVO', 'de envio de arquivo'),
    'Os comentários de cada alternativa ficaram de fora; mantivemos uma explicação por questão.',
  ]);
  expect(new Set(cartridge.report.map((line) => line.item))).toEqual(new Set(['TODOS OS TIPOS']));
});

test('assignments of an older export, no organisation', async () => {
  const cartridge = await open(olderCanvasCourse());
  await cartridge.close();
  expect(cartridge.title).toBe('Curso antigo');
  expect(shape(cartridge)).toEqual({
    'Outros conteúdos': ['Entrega conhecida', 'Entrega desconhecida', 'Entrega que falta'],
  });
  for (const lesson of cartridge.modules[0]?.lessons ?? []) {
    expect(lesson).toMatchObject({
      html: '<p>Um texto de trabalho.</p>',
      files: [],
      quiz: null,
      discussion: false,
    });
  }
  expect(reported(cartridge)).toEqual([
    {
      item: 'Entrega conhecida',
      message: 'O enunciado virou aula; a entrega do trabalho pelos alunos ainda não existe aqui.',
    },
    {
      item: 'syllabus.html',
      message: 'O conteúdo não veio no arquivo enviado, por isso ficou de fora.',
    },
  ]);
});
