import { expect, test } from 'vitest';
import { parseQuestions } from './parse-questions.ts';

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
])('names the line of %s, and reads the rest', (_what, text, line) => {
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
