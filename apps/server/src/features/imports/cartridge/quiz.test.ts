import { expect, test } from 'vitest';
import {
  manifest,
  read,
  resource,
  reported,
} from '../../../../test/cartridges/written-cartridges.ts';
import {
  condition,
  fields,
  html,
  is,
  messages,
  qti,
  quizIn,
  withQuiz,
  type Question,
} from '../../../../test/cartridges/written-quizzes.ts';

test('multiple answers: an answer under a not is wrong, one with part of the points is right', async () => {
  const options = { a: 'A', b: 'B', c: 'C' };
  const strict = condition(`<and>${is('a')}<not>${is('b')}</not>${is('c')}</and>`, 100);
  const parts = condition(is('a'), 50) + condition(is('b'), -50) + condition(is('c'), 50);
  const type = 'cc.multiple_response.v0p1';
  const cartridge = await withQuiz(
    qti([
      { type, options, right: strict },
      { type, options, right: parts, cardinality: 'Multiple' },
    ]),
  );
  for (const one of quizIn(cartridge)?.questions ?? []) {
    expect(one.kind).toBe('multiple');
    expect(one.options.filter((option) => option.correct).map((option) => option.text)).toEqual([
      'A',
      'C',
    ]);
  }
  expect(quizIn(cartridge)?.questions).toHaveLength(2);
});

test('a single choice takes the answer with the most points; two of them cannot be held', async () => {
  const options = { a: 'A', b: 'B', c: 'C' };
  const cartridge = await withQuiz(
    qti([
      { options, right: condition(is('a'), 50) + condition(is('b'), 100) },
      { options, right: condition(`<or>${is('a')}${is('b')}</or>`, 100), title: 'Duas certas' },
      { options, right: condition('<other/>', 0), title: 'Sem gabarito' },
      { options: { a: 'Só uma' }, title: 'Uma opção' },
      { options: { a: '<img src="x.png">', b: 'B' }, title: 'Figura' },
    ]),
  );
  expect(quizIn(cartridge)?.questions.map((one) => one.options)).toEqual([
    [
      { text: 'A', correct: false },
      { text: 'B', correct: true },
      { text: 'C', correct: false },
    ],
  ]);
  expect(messages(cartridge)).toEqual([
    'A questão “Duas certas” aceita mais de uma resposta certa para uma só escolha, por isso ficou de fora.',
    'A questão “Sem gabarito” não diz qual é a resposta certa, por isso ficou de fora.',
    'A questão “Uma opção” tem menos de duas alternativas, por isso ficou de fora.',
    'A questão “Figura” tem alternativas sem texto, por isso ficou de fora.',
  ]);
});

test('explanation: the solution, else the general feedback, else the right answer’s feedback', async () => {
  const fb = (id: string, text: string): string =>
    `<itemfeedback ident="${id}"><flow_mat>${html(text)}</flow_mat></itemfeedback>`;
  const feedbackLink = (id: string): string => `<displayfeedback linkrefid="${id}"/>`;
  const general = `<respcondition><conditionvar><other/></conditionvar>${feedbackLink('g')}</respcondition>`;
  const cartridge = await withQuiz(
    qti([
      {
        more: `<itemfeedback ident="s"><solution><solutionmaterial>${html('<p>Porque<br>sim</p>')}</solutionmaterial></solution></itemfeedback>`,
      },
      {
        right: general + condition(is('a'), 100, feedbackLink('r')),
        more: fb('g', '<b>Geral</b>') + fb('r', 'Certa'),
      },
      { right: condition(is('a'), 100, feedbackLink('r')), more: fb('r', 'Certa') },
      {},
    ]),
  );
  expect(quizIn(cartridge)?.questions.map((one) => one.explanation)).toEqual([
    'Porque\nsim',
    'Geral',
    'Certa',
    null,
  ]);
  expect(messages(cartridge)).toEqual([expect.stringContaining('comentários de cada alternativa')]);
});

test('time, attempts, pass mark and points', async () => {
  const meta = (inside: string): Record<string, string> => ({
    'z/assessment_meta.xml': `<quiz>${inside}</quiz>`,
  });
  const canvas = await withQuiz(
    qti([{ fields: { cc_weighting: '2.5' } }, {}], { cc_maxattempts: '1' }),
    {
      ...meta(
        '<time_limit>90</time_limit><allowed_attempts>-1</allowed_attempts><points_possible>20</points_possible>',
      ),
      'course_settings/module_meta.xml':
        '<modules><module><completionRequirements><completionRequirement type="min_score"><identifierref>item_z</identifierref><min_score>14.0</min_score></completionRequirement></completionRequirements></module></modules>',
    },
  );
  expect(quizIn(canvas)).toMatchObject({
    name: 'Prova',
    time_limit_seconds: 5400,
    repeat: true,
    goal: 70,
  });
  expect(quizIn(canvas)?.questions.map((one) => one.weight)).toEqual([2.5, 1]);

  const plain = await withQuiz(qti([{}], { cc_maxattempts: 'unlimited', qmd_timelimit: '30' }));
  expect(quizIn(plain)).toMatchObject({ time_limit_seconds: 1800, repeat: true, goal: null });
  expect(quizIn(await withQuiz(qti([{}], { cc_maxattempts: '1' })))).toMatchObject({
    time_limit_seconds: null,
    repeat: false,
  });
});

test('a quiz that students do not see yet is a draft, and its opening date is reported', async () => {
  const withMeta = (inside: string) =>
    withQuiz(qti([{}]), { 'z/assessment_meta.xml': `<quiz>${inside}</quiz>` });
  const states = [
    ['<available>true</available><workflow_state>available</workflow_state>', true],
    ['<available>false</available><workflow_state>available</workflow_state>', false],
    ['<available>true</available><workflow_state>unpublished</workflow_state>', false],
  ] as const;
  for (const [state, published] of states) {
    const cartridge = await withMeta(`${state}<unlock_at>2026-03-05T03:00:00</unlock_at>`);
    expect(cartridge.modules[0]?.lessons[0]?.published, state).toBe(published);
    expect(reported(cartridge)[0]?.message).toContain('2026-03-05');
  }
});

test('a quiz that allows two attempts may be repeated', async () => {
  expect(quizIn(await withQuiz(qti([{}], { cc_maxattempts: '2' })))?.repeat).toBe(true);
});

test('the pass mark of the quiz wins over that of its module, which may be in percent', async () => {
  const requirement = (inside: string) => ({
    'course_settings/module_meta.xml': `<modules><module><completionRequirements><completionRequirement type="min_score"><identifierref>item_z</identifierref>${inside}</completionRequirement></completionRequirements></module></modules>`,
  });
  const meta = (inside: string) => ({
    'z/assessment_meta.xml': `<quiz><points_possible>100</points_possible>${inside}</quiz>`,
  });
  const goalWith = async (own: string, ofModule: string) =>
    quizIn(await withQuiz(qti([{}]), { ...meta(own), ...requirement(ofModule) }))?.goal;
  const percent = '<min_percentage>70</min_percentage>';
  expect(await goalWith('', percent)).toBe(70);
  expect(await goalWith('<passing_score>60</passing_score>', percent)).toBe(60);
  expect(await goalWith('<mastery_score>80</mastery_score>', percent)).toBe(80);
  expect(await goalWith('<passing_score>0</passing_score>', percent)).toBe(70);
});

test('a pass mark in points stays the same share where questions are left out', async () => {
  const points = (cc_weighting: string) => ({ fields: { cc_weighting } });
  const common = qti([points('20'), points('30'), { type: 'cc.essay.v0p1', ...points('50') }]);
  const cut =
    '<outcomes_processing><outcomes><decvar varname="SCORE" cutvalue="40"/></outcomes></outcomes_processing>';
  const cartridge = await withQuiz(common.replace('<section', `${cut}<section`));
  expect(quizIn(cartridge)?.questions).toHaveLength(2);
  expect(quizIn(cartridge)?.goal).toBe(40);
});

test('words of markup stay apart', async () => {
  const body = '</mattext><mattext texttype="text/xhtml"><em>Luz</em>\n<em>e sombra</em>';
  const common = qti([{}]).replace('<![CDATA[<p>Pergunta 0</p>]]>', body);
  expect(quizIn(await withQuiz(common))?.questions[0]?.text).toMatch(
    /<em>Luz<\/em>\s+<em>e sombra<\/em>/,
  );
});

test('the richer file of Canvas gives the points, and all questions when it has more', async () => {
  const richer = 'non_cc_assessments/z.xml.qti';
  const own = (key: string, points: string): Question => ({
    type: 'x',
    fields: {
      question_type: 'multiple_choice_question',
      points_possible: points,
      assessment_question_identifierref: key,
    },
  });
  const same = await withQuiz(qti([{ body: 'comum' }]), {
    [richer]: qti([{ ...own('q0', '4'), body: 'canvas' }]),
  });
  expect(quizIn(same)?.questions).toMatchObject([
    { text: '<p>comum</p>'.replace(/<\/?p>/g, ''), weight: 4 },
  ]);

  const group = (inside: string): string =>
    `<section title="Sorteio"><selection_ordering><selection><selection_number>1</selection_number><selection_extension><points_per_item>3</points_per_item></selection_extension></selection></selection_ordering>${inside}</section>`;
  const more = await withQuiz(qti([{}]), {
    [richer]: qti([own('q0', '1'), own('q1', '1')], {}, group),
  });
  expect(quizIn(more)?.questions.map((one) => one.weight)).toEqual([3, 3]);
  expect(messages(more)).toEqual(['O grupo “Sorteio” sorteava 1 de 2 questões; trouxemos todas.']);

  const broken = await withQuiz('<questestinterop>', { [richer]: qti([own('q0', '1')]) });
  expect(quizIn(broken)?.questions).toHaveLength(1);
});

test('files of the questions belong to the lesson', async () => {
  const cartridge = await withQuiz(qti([{ body: '<p><img src="$IMS-CC-FILEBASE$/i.png"></p>' }]), {
    'web_resources/i.png': 'x',
  });
  expect(quizIn(cartridge)?.questions[0]?.text).toBe(
    '<p><img src="cartridge-file:web_resources/i.png"></p>',
  );
  expect(cartridge.modules[0]?.lessons[0]?.files.map((file) => file.path)).toEqual([
    'web_resources/i.png',
  ]);
});

test('a quiz without a question that fits is left out and named; so is a bank', async () => {
  const essay = await withQuiz(qti([{ type: 'cc.essay.v0p1', title: 'Conte' }]));
  expect(essay.modules[0]?.lessons).toEqual([]);
  expect(reported(essay)).toEqual([
    {
      item: 'Avaliação',
      message:
        'A questão “Conte” é dissertativa; como ainda não temos esse tipo, ela ficou de fora.',
    },
    { item: 'Avaliação', message: expect.stringContaining('Nenhuma questão') },
  ]);
  const bank = await read({
    'imsmanifest.xml': manifest(
      '',
      resource('b', 'imsqti_xmlv1p2/imscc_xmlv1p1/question-bank', 'b.xml'),
    ),
    'b.xml': `<questestinterop><objectbank ident="b">${fields({ bank_title: 'Banco A' })}</objectbank></questestinterop>`,
  });
  expect(bank.modules).toEqual([]);
  expect(reported(bank)).toEqual([
    { item: 'Banco A', message: expect.stringContaining('banco de questões') },
  ]);
});

test.each([
  '<questestinterop/>',
  '<html/>',
  '<questestinterop><assessment/></questestinterop>',
  '',
  'x',
])('an unreadable quiz does not stop the import: %j', async (broken) => {
  const cartridge = await withQuiz(broken);
  expect(cartridge.modules[0]?.lessons).toEqual([]);
  expect(reported(cartridge)).toMatchObject([{ item: 'Avaliação' }]);
});
