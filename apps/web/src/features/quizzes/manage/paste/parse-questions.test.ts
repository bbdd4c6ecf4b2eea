import { expect, test } from 'vitest';
import { MAX_CHARACTERS, parseQuestions as parse, unreadText } from './parse-questions.ts';

/** The questions alone, and the errors. */
function parseQuestions(text: string) {
  const { questions, ...rest } = parse(text);
  return { ...rest, read: questions, questions: questions.map(({ question }) => question) };
}

test('reads Aiken and GIFT, also mixed', () => {
  const { questions, errors } = parseQuestions(`Qual é o efeito de fechar o diafragma?
A) Menos luz e mais profundidade de campo
B) Mais luz
ANSWER: A

::Orvalho:: A que horas o orvalho seca no verão? {
  =Por volta das 8h  ~Ao meio-dia  ~Às 17h#tarde demais
}

A difração aumenta em f/22. {T}
Foco manual ajuda com vento. {F####O vento move a flor.}

Quais destas fontes são contínuas? {
  ~%50%Lanterna ~%50%Janela ~%-100%Flash
}`);
  expect(errors).toEqual([]);
  expect(questions).toEqual([
    {
      kind: 'single',
      text: 'Qual é o efeito de fechar o diafragma?',
      explanation: '',
      options: [
        { text: 'Menos luz e mais profundidade de campo', correct: true },
        { text: 'Mais luz', correct: false },
      ],
    },
    {
      kind: 'single',
      text: 'A que horas o orvalho seca no verão?',
      explanation: '',
      options: [
        { text: 'Por volta das 8h', correct: true },
        { text: 'Ao meio-dia', correct: false },
        { text: 'Às 17h', correct: false },
      ],
    },
    {
      kind: 'true_false',
      text: 'A difração aumenta em f/22.',
      explanation: '',
      options: [
        { text: 'Verdadeiro', correct: true },
        { text: 'Falso', correct: false },
      ],
    },
    {
      kind: 'true_false',
      text: 'Foco manual ajuda com vento.',
      explanation: 'O vento move a flor.',
      options: [
        { text: 'Verdadeiro', correct: false },
        { text: 'Falso', correct: true },
      ],
    },
    {
      kind: 'multiple',
      text: 'Quais destas fontes são contínuas?',
      explanation: '',
      options: [
        { text: 'Lanterna', correct: true },
        { text: 'Janela', correct: true },
        { text: 'Flash', correct: false },
      ],
    },
  ]);
});

test.each([
  ['a letter that no option has', 'O que faz?\nA) Isto\nB) Aquilo\nANSWER: C', 4],
  ['options without an answer', 'O que faz?\nA) Isto\nB) Aquilo', 3],
  ['a text without options', 'O que faz?', 1],
  ['a word between the braces', 'Ajuda com vento. {verdade}', 1],
  ['braces that stay open', 'Ajuda? {=sim ~não', 1],
  ['a written answer', 'Capital do Brasil? {=Brasília}', 1],
  ['a number', 'Quanto é 2+2? {#4}', 1],
  ['pairs', 'Ligue. {=a -> b =c -> d}', 1],
  ['no right option', 'Qual? {~a ~b}', 1],
])('reports the line of %s, and reads the rest', (_what, text, line) => {
  const { questions, errors } = parseQuestions(`${text}\n\nCerto? {T}`);
  expect(questions).toHaveLength(1);
  expect(errors).toHaveLength(1);
  expect(errors[0]!.line).toBe(line);
});

test('reads escaped signs as themselves, and a gap within its sentence', () => {
  const { questions } = parseQuestions('Use \\{ chaves \\} e {=2 \\= 2 ~3 \\~ 4} no fim.');
  expect(questions[0]!.text).toBe('Use { chaves } e _____ no fim.');
  expect(questions[0]!.options[0]!.text).toBe('2 = 2');
});

test('reads the braces of a question of Aiken as its text', () => {
  const { questions, errors } =
    parseQuestions(String.raw`Quantos elementos tem o conjunto {1, 2, 3}?
Vale { } também.
A) 3
B) \(\frac{6}{3}\)
ANSWER: A
E o conjunto {x | x = 2}?
A. 1
B. Nenhum }
ANSWER: A

Certo? {T}`);
  expect(errors).toEqual([]);
  expect(questions.map(({ text }) => text)).toEqual([
    'Quantos elementos tem o conjunto {1, 2, 3}?\nVale { } também.',
    'E o conjunto {x | x = 2}?',
    'Certo?',
  ]);
  expect(questions[0]!.options).toEqual([
    { text: '3', correct: true },
    { text: String.raw`\(\frac{6}{3}\)`, correct: false },
  ]);
});

test('reads questions of GIFT before one of Aiken without a blank line between', () => {
  const { questions, errors } = parseQuestions(
    'Certo? {T}\nQual? {\n=sim\n~não\n}\nQuantos?\nA) 3\nB) 4\nANSWER: A',
  );
  expect(errors).toEqual([]);
  expect(questions.map(({ text }) => text)).toEqual(['Certo?', 'Qual?', 'Quantos?']);
});

test.each([
  ['as Moodle writes a formula', String.raw`\\(a \\neq b\\)\npois`, '\\(a \\neq b\\)\npois'],
  ['a formula as teachers type it', String.raw`\(a \neq \nu\) \negou`, '\\(a \\neq \\nu\\) \negou'],
  ['a formula of its own line', String.raw`$$\nx \notin S$$\ne`, '$$\nx \\notin S$$\ne'],
  ['a backslash before a brace', String.raw`C:\\`, 'C:\\'],
])('reads %s', (_what, written, text) => {
  const { questions, errors } = parseQuestions(`${written.replace('C:', '::Disco::C\\:')}{T}`);
  expect(errors).toEqual([]);
  expect(questions[0]!.text).toBe(text);
});

/** Every line is part of a question, of an error, or ignored with a reason. */
function unaccounted(text: string) {
  const { questions, errors, ignored } = parse(text);
  const known = new Set(ignored.map(({ line }) => line));
  for (const { from, to } of [...questions, ...errors])
    for (let line = from; line <= to; line += 1) known.add(line);
  return text.split(/\r\n|\r|\n/).filter((line, at) => line.trim() && !known.has(at + 1));
}

const texts = (text: string) => parseQuestions(text).questions.map((question) => question.text);
const rightOf = (text: string) =>
  parseQuestions(text).questions.map(({ options }) =>
    options.flatMap((option) => (option.correct ? [option.text] : [])).join('+'),
  );
const lostIn = (text: string) =>
  parse(text).questions.flatMap(({ lost }) =>
    lost.map((one) => ({ ...one.values, text: one.text })),
  );

test('reports comments and categories as left out', () => {
  const text = '// Aula 1\n$CATEGORY: Luz\n\nCerto? {\n// a fácil\nT}\n// fim';
  expect(parse(text).ignored).toEqual([
    { line: 1, reason: { text: 'É um comentário e fica de fora.' } },
    { line: 2, reason: { text: 'Categorias ficam de fora.' } },
    { line: 5, reason: { text: 'É um comentário e fica de fora.' } },
    { line: 7, reason: { text: 'É um comentário e fica de fora.' } },
  ]);
  expect(texts(text)).toEqual(['Certo?']);
});

test('keeps a line of code in a question of Aiken', () => {
  const text = 'O que faz isto?\n// return 1\nA) Nada\nB) Devolve 1\nANSWER: A';
  expect(texts(text)).toEqual(['O que faz isto?\n// return 1']);
});

test.each([
  ['a title', '::Q: 1:: Certo? {T}', 'O título “{{title}}” fica de fora.'],
  ['comments', 'Certo? {=sim#isso ~não#tente ####Leia a aula.}', 'Os comentários'],
  ['a part of the points', 'Qual? {=a ~%50%b ~c}', 'Os pesos'],
  ['uneven weights', 'Quais? {~%70%a ~%30%b ~c}', 'Os pesos'],
  ['images', '[html]<p>Qual? <img src="a.png"></p> {=a ~b}', 'Imagens'],
])('reports %s as left out of its question', (_what, text, lost) => {
  expect(lostIn(text)).toEqual([expect.objectContaining({ text: expect.stringContaining(lost) })]);
});

test('takes the comment of the right answer as the explanation', () => {
  const { questions } = parseQuestions('Qual? {=a#Isso mesmo. ~b}\n\nCerto? {T#Não.#Sim, pois é.}');
  expect(questions.map(({ explanation }) => explanation)).toEqual(['Isso mesmo.', 'Sim, pois é.']);
  expect(lostIn('Qual? {=a#Isso mesmo. ~b}')).toEqual([]);
  expect(lostIn('Certo? {T#Não.#Sim, pois é.}')).toEqual([expect.objectContaining({ count: 1 })]);
});

test('reads the HTML that Moodle exports as its text', () => {
  const { questions } = parseQuestions(
    '::T::[html]<p>O que é 2 &gt; 1?</p><p>Pense.</p>{\n=<p>Verdade</p>\n~[plain]<b>\n}',
  );
  expect(questions[0]!.text).toBe('O que é 2 > 1?\nPense.');
  expect(questions[0]!.options.map((option) => option.text)).toEqual(['Verdade', '<b>']);
});

test('a question with one right answer and a part of the points for another has one right answer', () => {
  expect(rightOf('Qual? {=a ~%50%b ~c}')).toEqual(['a']);
  expect(rightOf('Qual? {~%33,333%a ~%33.333%b ~%33.333%c ~d}')).toEqual(['a+b+c']);
});

test.each([
  ['A, C', 'x+z'],
  ['A e C', 'x+z'],
  ['AC', 'x+z'],
  ['a', 'x'],
  ['C)', 'z'],
  ['C) z', 'z'],
  ['Z', null],
  ['z', null],
  ['B, B', 'y'],
])('reads the answer %s of Aiken', (answer, right) => {
  const { questions, errors } = parse(`Qual?\nA) x\nB) y\nC) z\nANSWER: ${answer}`);
  expect(questions.length + errors.length).toBe(1);
  if (right) expect(rightOf(`Qual?\nA) x\nB) y\nC) z\nANSWER: ${answer}`)).toEqual([right]);
});

test.each(['A. Lincoln nasceu onde?', 'E. coli é o quê?'])(
  'reads %s as a text, though it begins as an option does',
  (text) => {
    const { questions, errors } = parse(`${text}\nA) um\nB) dois\nANSWER: B`);
    expect(errors).toEqual([]);
    expect(questions[0]!.question).toMatchObject({ text, options: [{ text: 'um' }, {}] });
  },
);

test('reads letters beyond A to Z, options without a space, and tabs', () => {
  expect(rightOf('Qual?\nÁ)\tum\nÇ) dois\nRESPOSTA:\tç')).toEqual(['dois']);
  expect(rightOf('\tQual?\n\tA)um\n\tB.\tdois\n\tANSWER:\tB')).toEqual(['dois']);
});

test.each([
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('reads a file with a byte order mark and lines that end in %s', (_name, end) => {
  const text = `\ufeff${['Qual?', 'A) x', 'B) y', 'ANSWER: B', '', 'Certo? {T}'].join(end)}`;
  expect(texts(text)).toEqual(['Qual?', 'Certo?']);
  expect(parse(text).questions[1]).toMatchObject({ from: 6, to: 6 });
});

test('reads questions with blank lines before options and answer', () => {
  const text = 'Qual?\n\nA) x\n\nB) y\n\nANSWER: B\n\nE isto?\n\nA) z\nB) w\nANSWER: A';
  expect(texts(text)).toEqual(['Qual?', 'E isto?']);
  expect(rightOf(text)).toEqual(['y', 'z']);
});

test.each([
  [
    'two options with one letter',
    'Qual?\nA) x\nA) y\nANSWER: A',
    3,
    'Duas opções têm a letra {{letter}}.',
  ],
  ['an option without text', 'Qual?\nA) x\nB)\nANSWER: A', 3, 'A opção {{letter}} não tem texto.'],
  ['one option', 'Qual?\nA) x\nANSWER: A', 1, 'Uma pergunta tem pelo menos duas opções.'],
  ['options without a question', 'A) x\nB) y\nANSWER: A', 1, 'Falta o texto da pergunta.'],
  [
    'an answer without a question',
    'ANSWER: A\nQual?\nA) x\nB) y\nANSWER: B',
    1,
    'Esta resposta não tem pergunta.',
  ],
  ['an empty answer', 'Qual?\nA) x\nB) y\nANSWER:', 4, 'Falta a letra certa depois de ANSWER:.'],
  ['a heading', 'Parte 2\n\nCerto? {T}', 1, 'Nenhuma opção encontrada.'],
  ['an essay', 'Explique. {}', 1, 'Perguntas dissertativas não cabem aqui.'],
  ['a number', 'Quanto? {#3:1}', 1, 'Perguntas com número não cabem aqui.'],
  ['pairs', 'Ligue. {=a -> b =c -> d}', 1, 'Perguntas de ligar não cabem aqui.'],
  [
    'a written answer',
    'Qual? {=%100%a =%50%b}',
    1,
    'Perguntas de escrever a resposta não cabem aqui.',
  ],
  ['a word before the options', 'Qual? {1:MC:=a ~b}', 1, 'Antes da primeira opção vai = ou ~.'],
  ['an option of GIFT without text', 'Qual? {=a ~ ~b}', 1, 'Uma opção não tem texto.'],
  ['two pairs of braces', 'Certo? {T} Errado? {F}', 1, 'Uma pergunta tem um só par de chaves.'],
  ['no text', '::t:: {T}', 1, 'Falta o texto da pergunta.'],
  [
    'a long option',
    `Qual? {=${'a'.repeat(1_001)} ~b}`,
    1,
    'Uma opção passa de {{max}} caracteres.',
  ],
  [
    'a long text',
    `${'a'.repeat(5_001)} {T}`,
    1,
    'O texto da pergunta passa de {{max}} caracteres.',
  ],
  ['21 options', `Qual? {=a ${'~b '.repeat(20)}}`, 1, 'Uma pergunta tem no máximo {{max}} opções.'],
])('marks %s with its reason', (_what, text, line, reason) => {
  const { errors } = parse(text);
  expect(errors[0]).toMatchObject({ line, reason: { text: reason } });
  expect(unaccounted(text)).toEqual([]);
});

test('counts characters as people do', () => {
  expect(parse(`Qual? {=${'🌻'.repeat(1_000)} ~b}`).errors).toEqual([]);
  expect(parse(`Qual? {=${'🌻'.repeat(1_001)} ~b}`).errors).toHaveLength(1);
});

test.each([
  ['without a letter', ['ANSWER:']],
  ['that is missing', []],
])('offers five letters at most for an answer %s', (_what, answer) => {
  const options = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `${letter}) ${letter}x`);
  const [error] = parse(['Qual?', ...options, ...answer].join('\n')).errors;
  expect(error!.mends!.map(({ label }) => label.values)).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((letter) => ({ letter })),
  );
});

test('reads an option that ends with #', () => {
  expect(rightOf('Qual? {=C# ~Java}')).toEqual(['C#']);
});

/** The text after the first mend of its first error. */
function mended(text: string, which = 0) {
  const mend = parse(text).errors[0]!.mends![which]!;
  return text
    .split('\n')
    .map((line, at) => (at + 1 === mend.line ? mend.text : line))
    .join('\n');
}

test.each([
  ['a letter that no option has', 'Qual?\nA) x\nB) y\n ANSWER: C', 0, 'y'],
  ['one of two letters', 'Qual?\nA) x\nB) y\nANSWER: A, C', 0, 'x+y'],
  ['a missing answer', 'Qual?\nA) x\nB) y', 1, 'y'],
  ['an answer with more words', 'Qual?\nA) x\nB) y\nANSWER: B (aula 2)', 0, 'y'],
  ['an empty answer', 'Qual?\nA) x\nB) y\nANSWER:', 1, 'y'],
  ['a word for true', 'Certo? { verdade }', 0, 'Verdadeiro'],
  ['a word for false', 'Certo? {errado}', 0, 'Falso'],
  ['an open brace', 'Qual? {=a ~b', 0, 'a'],
  ['no right option', '  Qual? {\n  ~a\n  ~%0%b\n}', 1, 'b'],
])('repairs %s by a button', (_what, text, which, right) => {
  expect(rightOf(mended(text, which))).toEqual([right]);
  expect(parse(mended(text, which)).errors).toEqual([]);
});

test('reads 300 questions, and keeps the rest of a longer text for the next time', () => {
  const one = (at: number) => `Pergunta ${at}?\nA) sim\nB) não\nANSWER: A`;
  const many = Array.from({ length: 300 }, (_, at) => one(at)).join('\n\n');
  expect(parse(many).questions).toHaveLength(300);
  expect(unreadText(many, { questions: parse(many).questions.slice(0, 299), ignored: [] })).toBe(
    one(299),
  );
  const book = `${many}\n\n${'linha\n'.repeat(MAX_CHARACTERS / 6)}\n${one(300)}`;
  const { errors, questions } = parse(book);
  expect(questions).toHaveLength(300);
  expect(unaccounted(book)).toEqual([]);
  expect(errors.at(-1)).toMatchObject({
    reason: { text: expect.stringContaining('longo demais') },
  });
});

test('returns unread text, without comments, as it was written', () => {
  const text = '// nota\nCerto? {T}\n\n  Qual? {\n    =a\n\nE isto?\nA) x\nB) y\nANSWER: A';
  expect(unreadText(text, parse(text))).toBe('Qual? {\n    =a');
});

test('accounts for every line of any mixture', () => {
  const pieces = [
    'Qual?',
    'A) x',
    'B) y',
    'ANSWER: A',
    'ANSWER: C',
    '',
    'Certo? {T}',
    'Qual? {',
    '=a ~b',
    '}',
    '// nota',
    '$CATEGORY: x',
    '::t:: Q {=a#b ~c}',
    'Parte 2',
    '{}',
    '\t',
    '}',
    'É) z',
  ];
  let seed = 7;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (let round = 0; round < 2_000; round += 1) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 14) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('\n');
    expect(unaccounted(text), text).toEqual([]);
    const { questions, ignored } = parse(text);
    const lines = text
      .split('\n')
      .map((line, at) => (ignored.some((one) => one.line === at + 1) ? '' : line));
    for (const { from, to, ...read } of questions) {
      const words =
        lines
          .slice(from - 1, to)
          .join(' ')
          .match(/\p{L}{4,}/gu) ?? [];
      const kept = `${JSON.stringify(read)} ANSWER`;
      expect(
        words.filter((word) => !kept.includes(word)),
        text,
      ).toEqual([]);
    }
  }
});
