import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import {
  item,
  manifest,
  read,
  reported,
  resource,
} from '../../../../test/cartridges/written-cartridges.ts';
import { html, qti, quizIn, withQuiz } from '../../../../test/cartridges/written-quizzes.ts';
import { formulasAsHtml } from '../../../platform/formulas/formulas-as-html.ts';

/** Reads the lesson of a page, beside other files. */
async function lessonWith(bytes: string | Buffer, files: Record<string, string> = {}) {
  const cartridge = await read({
    'imsmanifest.xml': manifest(
      item('M', '', item('Aula', 'a')),
      resource('a', 'webcontent', 'a.html'),
    ),
    'a.html': bytes,
    ...files,
  });
  return { lesson: cartridge.modules[0]!.lessons[0], report: reported(cartridge) };
}
const htmlOf = async (bytes: string | Buffer) => (await lessonWith(bytes)).lesson?.html;

test.each([
  '<embed src="f.pdf">',
  '<object data="f.pdf"></object>',
  '<audio src="f.pdf"></audio>',
  '<video><source src="f.pdf"></video>',
  '<video><track src="f.pdf"></video>',
  '<input src="f.pdf">',
])('the file of %s belongs to the lesson', async (tag) => {
  const { lesson } = await lessonWith(`<p>a</p>${tag}`, { 'f.pdf': 'x' });
  expect(lesson?.files).toMatchObject([{ name: 'f.pdf' }]);
  expect(lesson?.html).toContain('="cartridge-file:f.pdf"');
});

test('the head of a page ends where its body begins, and stays out of the text', async () => {
  const parts =
    '<meta><link><base><style>p{}</style><script>a</script><noscript>n</noscript><template>t</template>';
  expect(await htmlOf(`<html><head>${parts}<title>T</title></head>a<p>b</p></html>`)).toBe(
    'a<p>b</p>',
  );
  expect(await htmlOf(`<html><head>${parts}<body>a<p>b</p></body></html>`)).toBe('a<p>b</p>');
  expect(await htmlOf(`<head>${parts}<p>b</p><title>T</title>c`)).toBe('<p>b</p>c');
});

test('entities after a script or style stay entities', async () => {
  expect(await htmlOf('<style>a>b</style><p>1 &lt; 2 &amp; 3</p>')).toBe(
    '<style>a>b</style><p>1 &lt; 2 &amp; 3</p>',
  );
});

test.each([
  '$CANVAS_OBJECT_REFERENCE$/quizzes/i1',
  '%24CANVAS_COURSE_REFERENCE%24/files/1?a=b&amp;c#d',
  '$WIKI_REFERENCE$/pages/a-b.html',
  '$IMS-CC-FILEBASE$/a%20b.pdf',
  '%24IMS_CC_FILEBASE%24/a.pdf',
])('students do not read the address %s', async (address) => {
  const text = await htmlOf(`<p>Veja ${address}. Fim $5 e $6$</p>`);
  expect(text).toMatch(/^<p>Veja …(&amp;c#d)?\. Fim \$5 e \$6\$<\/p>$/);
});

test('titles are decoded, also where they were encoded twice', async () => {
  const titles = ['A &amp;lt; B', '&amp;gt; &amp;quot;x&amp;quot;', 'd&amp;apos;água&amp;nbsp;fria']
    .concat(['&amp;#231;&amp;#xE7;', 'a&amp;#0;b&amp;#x110000;c', '&amp;nome; &amp;amp;'])
    .map((title, index) => item(title, `p${index}`))
    .join('');
  const resources = Array.from({ length: 6 }, (_, index) =>
    resource(`p${index}`, 'webcontent', 'a.html'),
  ).join('');
  const xml = manifest(item('M', '', titles), resources);
  const [module] = (await read({ 'imsmanifest.xml': xml, 'a.html': 'a' })).modules;
  expect(module?.lessons.map(({ title }) => title)).toEqual([
    'A < B',
    '> "x"',
    "d'água fria",
    'çç',
    'abc',
    '&nome; &',
  ]);
});

describe('an explanation', () => {
  const explanationOf = async (text: string) => {
    const more = `<itemfeedback ident="general_fb"><flow_mat>${html(text)}</flow_mat></itemfeedback>`;
    return quizIn(await withQuiz(qti([{ more }])))?.questions[0]?.explanation;
  };

  test.each('p div li tr h1 h6 ul ol table blockquote pre'.split(' '))(
    'has one line for each %s',
    async (tag) => {
      expect(await explanationOf(`<${tag}>um</${tag}><${tag}>dois</${tag}>`)).toBe('um\ndois');
    },
  );

  test('has no scripts, no empty lines and no double spaces', async () => {
    expect(
      await explanationOf(
        '<style>p{}</style><p> a  b\n c</p><br><br><script>x()</script><p>d<span>e</span></p>',
      ),
    ).toBe('a b c\nde');
  });

  test('has the descriptions of its images, and their formulas', async () => {
    const equation = '<img class="equation_image" data-equation-content="\\frac12" alt="meio">';
    expect(await explanationOf(`Veja <img src="a.png" alt="o farol"> e ${equation}`)).toBe(
      'Veja o farol e \\(\\frac12\\)',
    );
  });
});

describe('the encoding of a page', () => {
  const cyrillic = Buffer.from([0xeb, 0xf3, 0xed, 0xe0]); // луна in windows-1251
  const declared = (head: string) => Buffer.concat([Buffer.from(head), cyrillic]);

  test.each([
    '<meta charset="windows-1251">',
    "<meta charset = 'Windows-1251'>",
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    '<meta name="x"><meta charset=windows-1251>',
  ])('is the one that it declares: %s', async (head) => {
    expect(await htmlOf(declared(`<head>${head}</head><body>`))).toBe('луна');
  });

  test('is seen in UTF-16 without a mark', async () => {
    const little = Buffer.from('<p>ação “a”</p>', 'utf16le');
    expect(await htmlOf(little)).toBe('<p>ação “a”</p>');
    expect(await htmlOf(Buffer.from(little).swap16())).toBe('<p>ação “a”</p>');
  });

  test('is UTF-8 where the declared one cannot be or is unknown', async () => {
    expect(await htmlOf('<meta charset="utf-16"><p>ação</p>')).toBe('<p>ação</p>');
    expect(await htmlOf('<meta charset="klingon"><p>ação</p>')).toBe('<p>ação</p>');
  });

  test('is that of a document of XML, and no NUL stays', async () => {
    const xml = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><topic><title>x</title><text>'),
      cyrillic,
      Buffer.from('\0</text></topic>'),
    ]);
    const cartridge = await read({
      'imsmanifest.xml': manifest(
        item('M', '', item('Aula', 'a')),
        resource('a', 'imsdt_xmlv1p1', 'a.xml'),
      ),
      'a.xml': xml,
    });
    expect(cartridge.modules[0]?.lessons[0]?.html).toBe('<p>луна</p>');
  });
});

test('of two files with one name, the first one is read', async () => {
  const xml = manifest(item('M', '', item('Aula', 'a')), resource('a', 'webcontent', 'a.html'));
  const cartridge = await read([
    { name: 'imsmanifest.xml', data: xml },
    { name: 'a.html', data: 'primeiro' },
    { name: './a.html', data: 'segundo' },
  ]);
  expect(cartridge.modules[0]?.lessons[0]?.html).toBe('primeiro');
});

describe('a formula of MathML', () => {
  test.each([
    ['<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>', '\\sqrt{a+b}'],
    ['<msub><mi>a</mi><mn>1</mn></msub>', '{a}_{1}'],
    ['<munder><mo>∑</mo><mi>i</mi></munder>', '∑_{i}'],
    ['<munder><mi>lim</mi><mi>n</mi></munder>', '\\lim _{n}'],
    ['<munder><mi>a</mi><mi>i</mi></munder>', '\\underset{i}{a}'],
    ['<mover><mo>∫</mo><mi>b</mi></mover>', '∫^{b}'],
    ['<mover><mi>a</mi><mo>¯</mo></mover>', '\\overline{a}'],
    ['<mover><mi>a</mi><mo>¨</mo></mover>', '\\ddot{a}'],
    ['<mover><mi>a</mi><mi>b</mi></mover>', '\\overset{b}{a}'],
    ['<munderover><mi>a</mi><mi>b</mi><mi>c</mi></munderover>', '\\underset{b}{\\overset{c}{a}}'],
    ['<mphantom><mi>a</mi></mphantom>', '\\phantom{a}'],
    ['<mfenced><mi>a</mi><mi>b</mi></mfenced>', '\\left(a,b\\right)'],
    [
      '<mfenced open="{" close="" separators=";"><mi>a</mi><mi>b</mi></mfenced>',
      '\\left\\{a;b\\right.',
    ],
    [
      '<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable>',
      '\\begin{matrix}a\\\\b\\end{matrix}',
    ],
    ['<mi>a</mi><mspace/><mi>b</mi>', 'a\\,b'],
    ['<mi>km</mi><mi>log</mi><mi>x</mi>', '\\mathrm{km}\\log x'],
    ['<mi>a</mi><mo>mod</mo><mi>b</mi>', 'amod b'],
    [
      '<mi>a</mi><mo>^</mo><mi>b</mi><mo>~</mo><mo>\\</mo>',
      'a\\text{\\textasciicircum}b\\sim \\backslash',
    ],
    ['<mover><mi>a</mi><mo>^</mo></mover><mover><mi>b</mi><mo>ˆ</mo></mover>', '\\hat{a}\\hat{b}'],
    [
      '<mover><mi>a</mi><mo>~</mo></mover><mover><mi>b</mi><mo>˜</mo></mover>',
      '\\tilde{a}\\tilde{b}',
    ],
    ['<munderover><mo>∏</mo><mi>i</mi><mi>n</mi></munderover>', '∏_{i}^{n}'],
    [
      '<mfenced open="[" close="]" separators=""><mi>a</mi><mi>b</mi></mfenced>',
      '\\left[ab\\right]',
    ],
    ['<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi><mo>&#x2062;</mo><mi>y</mi><mo> </mo>', '\\sin xy'],
    ['<mi>Re</mi><mi>a</mi><mi>áb</mi>', '\\mathrm{Re}aáb'],
    ['<mo>MOD</mo><mn>2</mn>', 'MOD 2'],
    ['<menclose><mi>a</mi></menclose><merror><maction><mi>b</mi></maction></merror><none/>', 'ab'],
    ['<ms>100% {a_b} #1 & $</ms>', '\\text{100\\% \\{a\\_b\\} \\#1 \\& \\$}'],
    [
      '<mtext>a^b~c\\d</mtext>',
      '\\text{a\\textasciicircum{}b\\textasciitilde{}c\\textbackslash{}d}',
    ],
    ['<mtext> dois   termos </mtext>', '\\text{dois termos}'],
    ['<mstyle><mpadded><mi>a</mi></mpadded></mstyle><mi></mi>', 'a'],
  ])('%s is LaTeX that can be drawn', async (math, tex) => {
    const content = await htmlOf(`<p><math>${math}</math></p>`);
    expect(content).toBe(`<p>\\(${tex.replaceAll('&', '&amp;')}\\)</p>`);
    expect(formulasAsHtml(content!).unreadable).toEqual([]);
  });

  test('has the source that its exporter left in it, without its style', async () => {
    const source = (text: string, encoding: string) =>
      `<math><semantics><mrow><mi>z</mi></mrow><annotation encoding="${encoding}">${text}</annotation></semantics></math>`;
    expect(await htmlOf(source('\\displaystyle \\frac12', 'TeX'))).toBe('\\(\\frac12\\)');
    expect(await htmlOf(source('x', 'StarMath 5.0'))).toBe('\\(z\\)');
    expect(await htmlOf('<math alttext="\\frac12"><mi>z</mi></math>')).toBe('\\(\\frac12\\)');
  });

  test('that has no form in LaTeX stays as its words, and is named', async () => {
    const { lesson, report } = await lessonWith(
      '<p>a <math><mrow><mstack>1 <mn>2</mn></mstack></mrow></math> b</p>',
    );
    expect(lesson?.html).toMatch(/^<p>a 1\s+2 b<\/p>$/);
    expect(report).toEqual([
      { item: 'Aula', message: expect.stringContaining('A fórmula “1 2” não tem uma forma') },
    ]);
  });

  test('of nothing is left out, and not named', async () => {
    const { lesson, report } = await lessonWith(
      '<p>a<math></math><math><mrow><mi></mi></mrow></math><math alttext=" "></math></p>',
    );
    expect(lesson?.html).toBe('<p>a</p>');
    expect(report).toEqual([]);
  });

  test('is read from its elements where its source is empty', async () => {
    const annotation = '<annotation encoding="TeX"></annotation>';
    expect(await htmlOf(`<math alttext=""><mi>z</mi>${annotation}</math>`)).toBe('\\(z\\)');
  });
});

describe('an image of a formula', () => {
  test.each([
    ['<img class="equation_image" data-equation-content="a^2" alt="outra">', 'a^2'],
    ['<img class="x Wirisformula texrender" alt="a^2" src="x.png">', 'a^2'],
    ['<img class="tex2jax_process" data-latex="a^2">', 'a^2'],
    ['<img class="latex" alt="Latex: $a^2$">', 'a^2'],
    ['<img class="mathtex" alt="$$a^2$$">', 'a^2'],
    ['<img class="math-tex" alt="\\(a^2\\)">', 'a^2'],
    ['<img class="equation_image" alt="\\[ a^2 \\]">', 'a^2'],
    ['<img src="/equation_images/a%255E2?scale=1">', 'a^2'],
    ['<img src="https://x.test/cgi-bin/mathtex.cgi?a^2">', 'a^2'],
    ['<img src="https://x.test/mimetex.cgi?\\large&a%5E2">', 'a^2'],
    ['<img src="https://x.test/filter/tex.php?a^2">', 'a^2'],
    ['<img src="https://latex.codecogs.com/svg.image?a^2">', 'a^2'],
  ])('%s is LaTeX', async (image, tex) => {
    expect(await htmlOf(`<p>${image}</p>`)).toBe(`<p>\\(${tex}\\)</p>`);
  });

  test('whose formula holds the character that ends formulas has others, or stays its words', async () => {
    const image = (tex: string) => `<p><img class="latex" alt="${tex}"></p>`;
    expect(await htmlOf(image('a \\text{\\(b\\)}'))).toBe('<p>$$a \\text{\\(b\\)}$$</p>');
    expect(await htmlOf(image('a $$ \\) b'))).toBe('<p>a $$ \\) b</p>');
  });

  test('is not any other image', async () => {
    const image = '<img src="https://a.test/textura.png" class="latexano" alt="a^2">';
    expect(await htmlOf(`<p>${image}</p>`)).toBe(`<p>${image}</p>`);
  });
});
