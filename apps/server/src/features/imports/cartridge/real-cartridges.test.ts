import { existsSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Cartridge, CartridgeLesson } from './cartridge.ts';
import { readCartridge } from './read-cartridge.ts';
import { shape, reported } from './test-cartridges.ts';

/** Real exports, which lie beside the checkout where there are any. */
const folder = path.resolve(import.meta.dirname, '../../../../../../../shared/data/cartridges');

async function open(name: string): Promise<Cartridge> {
  return readCartridge(path.join(folder, name));
}

function lessons(cartridge: Cartridge): Map<string, CartridgeLesson> {
  return new Map(
    cartridge.modules.flatMap((one) => one.lessons).map((lesson) => [lesson.title, lesson]),
  );
}

describe.runIf(existsSync(folder))('real exports', () => {
  test('course-1: a Canvas course of one module', async () => {
    const cartridge = await open('course-1.imscc');
    expect(cartridge.title).toBe('COURSE-for-modules-testing');
    expect(shape(cartridge)).toEqual({
      'First Module': [
        'First Module Assignment 1',
        'First Module Quiz 1',
        'First Module Wiki Page 1',
        'First Module Discussion 1',
        'First Module External URL 1',
        'Sample Document',
        'photo.jpg',
        'Assignment with internal links',
        'The First Measured Century: 1930-1960 (60:00)',
      ],
    });

    const of = lessons(cartridge);
    expect(of.get('First Module Assignment 1')?.html).toBe(
      '<p><strong>This is RCE content for this assignment</strong></p>',
    );
    expect(of.get('First Module Wiki Page 1')?.html).toBe(
      '<p><strong>This is RCE content for a Wiki Page</strong></p>',
    );
    expect(of.get('First Module Discussion 1')).toMatchObject({
      html: '<p><strong>This is RCE content for a Discussion</strong></p>',
      discussion: true,
    });
    expect(of.get('First Module External URL 1')).toMatchObject({
      link: 'http://google.com',
      html: null,
    });
    expect(of.get('The First Measured Century: 1930-1960 (60:00)')?.html).toMatch(
      /^<p>\s+Lorem ipsum/,
    );
    expect(of.get('First Module Quiz 1')).toMatchObject({
      html: '<p><strong>This is RCE content for Quiz 1</strong></p>',
      quiz: {
        name: 'First Module Quiz 1',
        time_limit_seconds: null,
        goal: null,
        repeat: false,
        questions: [
          {
            kind: 'single',
            text: '<div><p>The correct answer is D</p></div>',
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
      path: 'web_resources/sample-document.pdf',
      name: 'sample-document.pdf',
      size: 17988,
    };
    const photo = { path: 'web_resources/photo.jpg', name: 'photo.jpg', size: 23878 };
    expect(of.get('Sample Document')?.files).toEqual([pdf]);
    expect(of.get('photo.jpg')?.files).toEqual([photo]);
    const linked = of.get('Assignment with internal links');
    expect(linked?.files).toEqual([pdf, photo]);
    expect(linked?.html).toContain('href="cartridge-file:web_resources/sample-document.pdf"');
    expect(linked?.html).toContain('<a href="http://google.com">google</a>');
    expect(linked?.html).not.toMatch(/REFERENCE|FILEBASE/);
    expect(linked?.html).toContain('Docviewer Assignment');
    expect(
      (await buffer(await cartridge.openFile(photo.path))).subarray(0, 3).toString('hex'),
    ).toBe('ffd8ff');

    const missing = 'O conteúdo não veio no arquivo enviado, por isso ficou de fora.';
    expect(reported(cartridge)).toEqual([
      {
        item: 'First Module Text Header 1',
        message:
          'É um título de seção, sem conteúdo próprio; as aulas que vinham depois dele continuam na mesma ordem.',
      },
      {
        item: 'First Module AnalyTics Beta External Tool',
        message:
          'É uma ferramenta externa (LTI), que ainda não conectamos aqui, por isso ficou de fora.',
      },
      {
        item: 'Assignment with internal links',
        message:
          'Estas ligações levavam a páginas ou arquivos que não vieram para cá e viraram texto: “wiki sample”, “Docviewer Assignment”, “Basic Quiz”, “Google RCE Announcement”, “Simple Discussion” (+1).',
      },
      {
        item: 'Assignment with internal links',
        message:
          'O enunciado virou aula; a entrega do trabalho pelos alunos ainda não existe aqui.',
      },
      {
        item: 'Unfiled Questions',
        message:
          'É um banco de questões, que ainda não temos aqui; as questões dos questionários vieram com eles.',
      },
      { item: 'sample.mp3', message: missing },
      { item: 'published-document.pdf', message: missing },
      { item: 'published-document-2.pdf', message: missing },
      {
        item: 'unpublished-document.pdf',
        message: 'Era só para professores; para que alunos não o vejam, ficou de fora.',
      },
    ]);
    await cartridge.close();
  });

  test('all-question-types: a quiz outside every module', async () => {
    const cartridge = await open('all-question-types.imscc');
    await cartridge.close();
    expect(cartridge.title).toBe('XavierSchool');
    expect(shape(cartridge)).toEqual({ 'Outros conteúdos': ['ALL QUESTION TYPES QUIZ'] });
    const quiz = cartridge.modules[0]?.lessons[0]?.quiz;
    expect(quiz).toMatchObject({
      name: 'ALL QUESTION TYPES QUIZ',
      time_limit_seconds: null,
      goal: null,
      repeat: false,
    });
    expect(quiz?.questions).toEqual([
      {
        kind: 'single',
        text: '<div><p>How many letters does the word, &quot;RED&quot; have?</p></div>',
        explanation: 'alright',
        weight: 1,
        options: ['1', '2', '3', '4'].map((text) => ({ text, correct: text === '3' })),
      },
      {
        kind: 'true_false',
        text: '<div><p>Dogs are insects</p></div>',
        explanation: null,
        weight: 1,
        options: [
          { text: 'True', correct: false },
          { text: 'False', correct: true },
        ],
      },
      {
        kind: 'multiple',
        text: '<div><p>Pick all letters of the Alphabet</p></div>',
        explanation: null,
        weight: 1,
        options: ['A', '1', '2', 'B', 'C'].map((text) => ({ text, correct: /[A-C]/.test(text) })),
      },
    ]);
    const without = (name: string, kind: string): string =>
      `A questão “${name}” é ${kind}; como ainda não temos esse tipo, ela ficou de fora.`;
    expect(reported(cartridge).map((line) => line.message)).toEqual([
      without('Roses are [color1], violets are [color2]', 'de listas suspensas'),
      without('Yo, match this!', 'de associar colunas'),
      without('Guess the answer', 'de resposta numérica'),
      without('simple', 'de fórmula'),
      without('Tell me what you think', 'dissertativa'),
      'O texto “JUST TEXT”, que não é pergunta, ficou de fora do questionário.',
      without('FILEZ', 'de envio de arquivo'),
      'Os comentários de cada alternativa ficaram de fora; mantivemos uma explicação por questão.',
    ]);
    expect(new Set(cartridge.report.map((line) => line.item))).toEqual(
      new Set(['ALL QUESTION TYPES QUIZ']),
    );
  });

  test('canvas_cc_gem_course: assignments of an older export, no organisation', async () => {
    const cartridge = await open('canvas_cc_gem_course.imscc');
    await cartridge.close();
    expect(cartridge.title).toBe('Canvas CC Gem Course');
    expect(shape(cartridge)).toEqual({
      'Outros conteúdos': [
        'Course with Known Submission Type',
        'Course with Unknown Submission Type',
        'Course with Missing Submission Type',
      ],
    });
    for (const lesson of cartridge.modules[0]?.lessons ?? []) {
      expect(lesson).toMatchObject({
        html: '<p>This is assignment content.</p>',
        files: [],
        quiz: null,
        discussion: false,
      });
    }
    expect(reported(cartridge)).toEqual([
      {
        item: 'Course with Known Submission Type',
        message:
          'O enunciado virou aula; a entrega do trabalho pelos alunos ainda não existe aqui.',
      },
      {
        item: 'syllabus.html',
        message: 'O conteúdo não veio no arquivo enviado, por isso ficou de fora.',
      },
    ]);
  });
});
