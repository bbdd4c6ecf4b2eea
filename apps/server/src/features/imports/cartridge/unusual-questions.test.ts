import { expect, test } from 'vitest';
import {
  choice,
  condition,
  html,
  is,
  messages,
  qti,
  quizIn,
  withQuiz,
} from '../../../../test/cartridges/written-quizzes.ts';

test.each([
  ['cc.essay.v0p1', 'é dissertativa'],
  ['short_answer_question', 'é de resposta curta'],
  ['cc.pattern_match.v0p1', 'é de resposta curta'],
  ['cc.fib.v0p1', 'é de preencher lacunas'],
  ['fill_in_multiple_blanks_question', 'é de preencher lacunas'],
  ['matching_question', 'é de associar colunas'],
  ['numerical_question', 'é de resposta numérica'],
  ['calculated_question', 'é de fórmula'],
  ['formula_question', 'é de fórmula'],
  ['multiple_dropdowns_question', 'é de listas suspensas'],
  ['file_upload_question', 'é de envio de arquivo'],
  ['ordering_question', 'é de ordenar'],
  ['hot_spot_question', 'é de marcar na imagem'],
  ['hotspot_question', 'é de marcar na imagem'],
  ['outra', 'é de um tipo que não reconhecemos'],
])('a question of the type %s is left out, and the report says that it %s', async (type, words) => {
  const cartridge = await withQuiz(qti([{ type, title: 'Luz' }, {}]));
  expect(quizIn(cartridge)?.questions).toHaveLength(1);
  expect(messages(cartridge)).toEqual([
    `A questão “Luz” ${words}; como ainda não temos esse tipo, ela ficou de fora.`,
  ]);
});

test('a question that names no type is a choice of one or of several', async () => {
  const options = { a: 'A', b: 'B' };
  const right = condition(is('a'), 100);
  const cartridge = await withQuiz(
    qti([
      { type: '', options, right },
      { type: '', options, right, cardinality: 'Multiple' },
    ]),
  );
  expect(quizIn(cartridge)?.questions.map(({ kind }) => kind)).toEqual(['single', 'multiple']);
});

test('a question names its type in any of three fields, and Canvas’ own field wins', async () => {
  const typed = (more: Record<string, string>) => ({ type: '', fields: more });
  const cartridge = await withQuiz(
    qti([
      typed({ qmd_itemtype: 'True/False' }),
      typed({ cc_profile: 'cc.true_false.v0p1', qmd_itemtype: 'Multiple choice' }),
      typed({ question_type: 'true_false_question', cc_profile: 'cc.multiple_choice.v0p1' }),
    ]),
  );
  expect(quizIn(cartridge)?.questions.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'true_false'),
  );
});

test('true or false with a third option is a choice of one', async () => {
  const options = { a: 'Verdadeiro', b: 'Falso', c: 'Não sei' };
  const cartridge = await withQuiz(qti([{ type: 'cc.true_false.v0p1', options }]));
  expect(quizIn(cartridge)?.questions[0]).toMatchObject({ kind: 'single' });
});

test('a question of two choices, or of a choice and a field to write in, is left out', async () => {
  const body = html('Luz?');
  const field = '<response_str ident="s"><render_fib/></response_str>';
  const two = choice({ a: 'A', b: 'B' });
  const cartridge = await withQuiz(
    qti([
      { presentation: body + two + two },
      { presentation: body + two + field },
      { presentation: body },
      { presentation: `${body}<response_lid ident="x"/>${two}` },
    ]),
  );
  expect(quizIn(cartridge)?.questions).toHaveLength(1);
  expect(messages(cartridge)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('não reconhecemos')),
  );
});

test('the right answer is found where its id has spaces around it', async () => {
  const cartridge = await withQuiz(
    qti([{ options: { ' a ': 'A', b: 'B' }, right: condition(is('\n a '), 100) }]),
  );
  expect(quizIn(cartridge)?.questions[0]?.options.map(({ correct }) => correct)).toEqual([
    true,
    false,
  ]);
});

test('images of options become their descriptions, and the report says so once', async () => {
  const options = { a: '<img src="a.png" alt="Um farol">', b: 'Nada', c: '<img alt="Um barco">' };
  const cartridge = await withQuiz(qti([{ options }, { options }]));
  expect(quizIn(cartridge)?.questions[0]?.options.map(({ text }) => text)).toEqual([
    'Um farol',
    'Nada',
    'Um barco',
  ]);
  expect(messages(cartridge)).toEqual([expect.stringContaining('imagens dentro das alternativas')]);
});

test('a question keeps its image, its line breaks and what its flows hold', async () => {
  const presentation =
    `<flow>${html('Veja')}<material><matbreak/></material></flow>` +
    '<material><matimage uri="https://escola.test/f.png" label="Um &quot;farol&quot;"/></material>' +
    choice({ a: 'A', b: 'B' });
  const cartridge = await withQuiz(qti([{ presentation }]));
  expect(quizIn(cartridge)?.questions[0]?.text).toBe(
    'Veja<br><img src="https://escola.test/f.png" alt="Um &quot;farol&quot;">',
  );
});

test('an option is read also where its text lies in a flow', async () => {
  const presentation =
    html('Luz?') +
    choice({ a: 'A', b: 'B' })
      .replaceAll('<material>', '<flow_mat><material>')
      .replaceAll('</material>', '</material></flow_mat>')
      .replaceAll('<render_choice>', '<render_choice><flow_label>')
      .replaceAll('</render_choice>', '</flow_label></render_choice>');
  const cartridge = await withQuiz(qti([{ presentation }]));
  expect(quizIn(cartridge)?.questions[0]?.options.map(({ text }) => text)).toEqual(['A', 'B']);
});

test('a question without a text has its title as text', async () => {
  const cartridge = await withQuiz(
    qti([{ title: 'A &lt; B?', presentation: choice({ a: 'Sim', b: 'Não' }) }]),
  );
  expect(quizIn(cartridge)?.questions[0]?.text).toBe('<p>A &lt; B?</p>');
});

test('the report names a question by its words where its title is only a number', async () => {
  const essay = (title: string) => ({
    type: 'cc.essay.v0p1',
    title,
    body: '<p>Conte <b>já</b></p>',
  });
  const titles = ['Question', 'Question 3', 'Questão 3', 'questao 12', 'Pergunta 3', '7', ''];
  const cartridge = await withQuiz(qti([...titles, 'Pergunta final'].map(essay)));
  expect(messages(cartridge).slice(0, -1)).toEqual([
    ...titles.map(() => expect.stringContaining('A questão “Conte já” é')),
    expect.stringContaining('A questão “Pergunta final” é'),
  ]);
});

test('the comment on a wrong answer is no explanation', async () => {
  const feedback = (id: string, text: string) =>
    `<itemfeedback ident="${id}"><flow_mat>${html(text)}</flow_mat></itemfeedback>`;
  const shown = (id: string) => `<displayfeedback linkrefid="${id}"/>`;
  const question = (wrong: string) => ({
    right:
      condition(is('a'), 100, shown(wrong) + shown('certa')) + condition(is('b'), 0, shown('b')),
    more: feedback(wrong, 'Não') + feedback('certa', 'É o sol') + feedback('b', 'Também não'),
  });
  const cartridge = await withQuiz(
    qti([
      question('incorrect_fb'),
      question('wrong'),
      { more: feedback('correct_fb', 'Acertou') + feedback('general_fb', 'É o sol') },
      { more: feedback('correct_fb', 'Acertou') },
    ]),
  );
  expect(quizIn(cartridge)?.questions.map(({ explanation }) => explanation)).toEqual([
    'É o sol',
    'É o sol',
    'É o sol',
    'Acertou',
  ]);
});

test('the report says nothing of comments where the explanation is the only one', async () => {
  const only = `<itemfeedback ident="general_fb"><flow_mat>${html('É o sol')}</flow_mat></itemfeedback>`;
  expect(messages(await withQuiz(qti([{ more: only }])))).toEqual([]);
});

test('a group that draws from a bank is left out, and named', async () => {
  const bank = (title: string, inside = '') =>
    `<section${title}><selection_ordering><selection><sourcebank_ref>b</sourcebank_ref><selection_number>2</selection_number></selection></selection_ordering>${inside}</section>`;
  const cartridge = await withQuiz(
    qti([{}], {}, (inside) => inside + bank(' title="Sorteio"') + bank('')),
  );
  expect(quizIn(cartridge)?.questions).toHaveLength(1);
  expect(messages(cartridge)).toEqual([
    expect.stringContaining('“Sorteio” sorteava questões de um banco'),
    expect.stringContaining('“—” sorteava questões de um banco'),
  ]);
  const full = await withQuiz(qti([{}, {}], {}, (inside) => bank(' title="Todas"', inside)));
  expect(messages(full)).toEqual([]);
});

test('the points of a group hold for the groups within it, and win over those of a question', async () => {
  const group = (points: string, inside: string) =>
    `<section><selection_ordering><selection><selection_extension>${points && `<points_per_item>${points}</points_per_item>`}</selection_extension></selection></selection_ordering>${inside}</section>`;
  const weightsIn = async (points: string, outer: string) => {
    const cartridge = await withQuiz(
      qti([{ fields: { cc_weighting: '5' } }], {}, (inside) => group(outer, group(points, inside))),
    );
    return quizIn(cartridge)?.questions.map(({ weight }) => weight);
  };
  expect(await weightsIn('', '4')).toEqual([4]);
  expect(await weightsIn('3', '4')).toEqual([3]);
  expect(await weightsIn('', '')).toEqual([5]);
});

test('a question of no points counts as one of one point', async () => {
  const cartridge = await withQuiz(qti([{ fields: { cc_weighting: '0' } }, {}]));
  expect(quizIn(cartridge)?.questions.map(({ weight }) => weight)).toEqual([1, 1]);
});

test('a pass mark is a percentage from 1 to 100, and zero is none', async () => {
  const goalOf = async (cut: string) => {
    const outcomes = `<outcomes_processing><outcomes><decvar varname="SCORE"/><decvar cutvalue="${cut}"/></outcomes></outcomes_processing>`;
    const questions = [{ fields: { cc_weighting: '400' } }];
    return quizIn(await withQuiz(qti(questions).replace('<section', `${outcomes}<section`)))?.goal;
  };
  expect(await goalOf('300')).toBe(75);
  expect(await goalOf('800')).toBe(100);
  expect(await goalOf('1')).toBe(1);
  expect(await goalOf('0')).toBeNull();
});

test('a quiz without a title has the one of its settings, else the one of its item', async () => {
  const untitled = qti([{}]).replace(' title="Prova"', '');
  const meta = { 'z/assessment_meta.xml': '<quiz><title>Simulado &amp;amp; prova</title></quiz>' };
  expect(quizIn(await withQuiz(untitled, meta))?.name).toBe('Simulado & prova');
  expect(quizIn(await withQuiz(untitled))?.name).toBe('Avaliação');
  expect(quizIn(await withQuiz(qti([{}]), meta))?.name).toBe('Prova');
});

test('plain text keeps its < and &, in a question and in its options', async () => {
  const plain = (text: string) => `<material><mattext>${text}</mattext></material>`;
  const presentation =
    plain('1 &lt; 2?') +
    choice({ a: 'x', b: 'Não' }).replace(html('x'), plain('Sim: 1 &lt; 2 &amp;amp; 3'));
  const cartridge = await withQuiz(qti([{ presentation }]));
  expect(quizIn(cartridge)?.questions[0]).toMatchObject({
    text: '<p>1 &lt; 2?</p>',
    options: [{ text: 'Sim: 1 < 2 &amp; 3' }, { text: 'Não' }],
  });
});

test('of several answers, one with fewer points is right, too', async () => {
  const right = condition(is('a'), 100) + condition(is('b'), 50);
  const question = {
    type: 'cc.multiple_response.v0p1',
    options: { a: 'A', b: 'B', c: 'C' },
    right,
  };
  const cartridge = await withQuiz(qti([question]));
  expect(quizIn(cartridge)?.questions[0]?.options.map(({ correct }) => correct)).toEqual([
    true,
    true,
    false,
  ]);
});
