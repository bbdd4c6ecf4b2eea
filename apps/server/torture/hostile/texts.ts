import { rawZip } from '../../test/cartridges/raw-zip.ts';
import type { SeededRandom } from '../random.ts';
import { cartridgeWith, manifestOf } from './archives.ts';
import { family, mutations, type Content } from './kind.ts';

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const utf32 = (text: string) =>
  Buffer.concat(
    [...text].map((one) =>
      Buffer.from([one.codePointAt(0)! & 255, one.codePointAt(0)! >> 8, 0, 0]),
    ),
  );

// Spreadsheets ------------------------------------------------------------------------------------

const people = 'nome,e-mail,produto\nRosa,rosa@example.com,Plano\nInês,ines@example.com,\n';
const line = (name: string, email = 'rosa@example.com') => `nome,e-mail\n${name},${email}\n`;

const csvs = (): Record<string, Buffer | string> => ({
  nothing: '\n',
  'only headings': 'nome,e-mail\n',
  'only a mark of order': '\uFEFF',
  'UTF-16, little': Buffer.concat([Buffer.from('fffe', 'hex'), utf16(people)]),
  'UTF-16, big': Buffer.concat([Buffer.from('feff', 'hex'), utf16(people, true)]),
  'UTF-16 of an odd length': Buffer.concat([
    Buffer.from('fffe', 'hex'),
    utf16(people),
    Buffer.from('x'),
  ]),
  'UTF-16 without a mark': utf16(people),
  'UTF-32': utf32(people),
  'Latin-1': Buffer.from(people, 'latin1'),
  'half a surrogate pair': Buffer.concat([
    Buffer.from('nome,e-mail\n'),
    Buffer.from('eda080', 'hex'),
    Buffer.from(',rosa@example.com\n'),
  ]),
  'NUL bytes': line('Ro\0sa'),
  'NUL bytes in UTF-16': Buffer.concat([Buffer.from('fffe', 'hex'), utf16(line('Ro\0sa'))]),
  'a formula': line('"=cmd|\'/C calc\'!A0"'),
  'a formula by plus': line('+1+1'),
  'a formula by at': line('@SUM(1)'),
  'a formula by minus': line('-1-1'),
  'a formula after a tab': line('"\t=1+1"'),
  'a link': line('"=HYPERLINK(""http://127.0.0.1"")"'),
  'an unclosed quote at the beginning': `"${people}`,
  'an unclosed quote in the middle': people.replace('Inês', '"Inês'),
  'an unclosed quote before 50,000 lines': `nome,e-mail\n"${'Rosa,rosa@example.com\n'.repeat(50_000)}`,
  'a quote in each line': `nome,e-mail\n${'"Rosa,rosa@example.com\n'.repeat(20_000)}`,
  'a megabyte of quotes': '"'.repeat(1_048_576),
  'a megabyte of commas': ','.repeat(1_048_576),
  'quotes and commas by turns': '",'.repeat(500_000),
  'a million columns': `${'nome,'.repeat(1_000_000)}\n`,
  'a line of 10 MB': line('R'.repeat(10_000_000)),
  '300,000 lines': `nome,e-mail\n${'R,r@example.com\n'.repeat(300_000)}`,
  '500,000 empty lines': '\n'.repeat(500_000),
  'only carriage returns': people.replaceAll('\n', '\r'),
  'all ends of line': 'nome,e-mail\rR,r@e.com\nS,s@e.com\r\nT,t@e.com\u2028U,u@e.com\u0085',
  'delimiters by turns': 'nome;e-mail\nRosa,rosa@example.com\nInês\tines@example.com\n',
  'a delimiter told': `sep=,\n${people}`,
  'a quote told as delimiter': `sep="\n${people}`,
  'the same heading 500 times': `${Array(500).fill('e-mail').join(',')}\n${Array(500).fill('r@example.com').join(',')}\n`,
  'headings of the language': '__proto__,constructor,e-mail\nx,y,rosa@example.com\n',
  'an e-mail with a line break': line('Rosa', '"rosa@example.com\nBcc: x@example.com"'),
  'an e-mail of 20,000 characters': line('Rosa', `${'a'.repeat(20_000)}@example.com`),
  'an e-mail of 500 at': line('Rosa', '@'.repeat(500)),
  'an e-mail that turns round': line('Rosa', 'rosa\u202E@example.com'),
  'a name of 5,000 marks': line(`R${'\u0301'.repeat(5_000)}`),
  'a name of markup': line('<img src=x onerror=alert(1)>'),
  'a name of a template': line('{{constructor}}${7*7}'),
  'the same person 1,000 times': `nome,e-mail\n${'R,r@example.com\n'.repeat(1_000)}`,
  'a page': '<html><table><tr><td>e-mail</td></tr></table></html>',
  JSON: '[{"email":"rosa@example.com"}]',
});

const workbook = '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>';
const relations = (target: string) =>
  `<Relationships><Relationship Id="r1" Target="${target}"/></Relationships>`;
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: string, cells: string) => `<row r="${number}">${cells}</row>`;
const person =
  row('1', cell('A1', 'nome') + cell('B1', 'e-mail')) +
  row('2', cell('A2', 'Rosa') + cell('B2', 'rosa@example.com'));
const xlsx = ({
  rows = person,
  sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  book = workbook,
  target = 'worksheets/sheet1.xml',
  strings = '',
}: Partial<Record<'rows' | 'sheet' | 'book' | 'target' | 'strings', string>> = {}) =>
  rawZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'xl/workbook.xml', data: book },
    { name: 'xl/_rels/workbook.xml.rels', data: relations(target) },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
    ...(strings ? [{ name: 'xl/sharedStrings.xml', data: strings }] : []),
  ]);
const grown =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';

const sheets = (): Record<string, Content> => ({
  'with entities that grow': xlsx({
    sheet: `${grown}<worksheet><sheetData>&c;</sheetData></worksheet>`,
  }),
  'with an entity of a file': xlsx({
    strings: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>',
  }),
  'with its sheet above the archive': xlsx({ target: '../../../etc/passwd' }),
  'with its sheet on another server': xlsx({ target: 'http://127.0.0.1/sheet.xml' }),
  'with its sheet in itself': xlsx({ target: '/xl/workbook.xml' }),
  'without sheets': xlsx({ book: '<workbook><sheets/></workbook>' }),
  'of hidden sheets': xlsx({ book: workbook.replace('name="A"', 'name="A" state="veryHidden"') }),
  'with 10,000 sheets': xlsx({
    book: workbook.replace(
      '<sheets>',
      `<sheets>${'<sheet name="B" r:id="r2" state="hidden"/>'.repeat(10_000)}`,
    ),
  }),
  'with a cell in column XFD': xlsx({ rows: person + row('3', cell('XFD3', 'x')) }),
  'with a row of 1e308': xlsx({ rows: person + row('1e308', cell('A1', 'x')) }),
  'with a row of minus one': xlsx({ rows: person + row('-1', cell('A1', 'x')) }),
  'with a row of no number': xlsx({ rows: person + row('NaN', cell('@@@', 'x')) }),
  'with rows backwards': xlsx({ rows: row('9', cell('B9', 'rosa@example.com')) + person }),
  'with a string that is not there': xlsx({
    rows: row('1', '<c r="A1" t="s"><v>99999999</v></c>'),
  }),
  'with a string of minus one': xlsx({
    rows: row('1', '<c r="A1" t="s"><v>-1</v></c>'),
    strings: '<sst/>',
  }),
  'with 500,000 strings': () =>
    xlsx({ strings: `<sst>${'<si><t>x</t></si>'.repeat(500_000)}</sst>` }),
  'with a string of 50 MB': () =>
    xlsx({
      strings: `<sst><si><t>${'x'.repeat(50_000_000)}</t></si></sst>`,
    }),
  'with 300,000 rows': () => xlsx({ rows: row('', cell('', 'x')).repeat(300_000) }),
  'with a million cells': () => xlsx({ rows: row('1', '<c><v>1</v></c>'.repeat(1_000_000)) }),
  'with rows in rows': () => xlsx({ rows: '<row>'.repeat(100_000) }),
  'with cells in cells': xlsx({ rows: `<row r="1">${'<c r="A1">'.repeat(50_000)}` }),
  'with 100,000 attributes': () =>
    xlsx({
      rows: `<row ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
    }),
  'with a formula': xlsx({
    rows: row('1', '<c r="A1"><f>WEBSERVICE("http://127.0.0.1")</f><v>x</v></c>'),
  }),
  'with a number of no sense': xlsx({ rows: row('1', '<c r="A1"><v>1e999</v></c>') }),
  'with half a tag': xlsx({ sheet: '<worksheet><sheetData><row' }),
  'with NUL bytes': xlsx({ sheet: '<worksheet>\0</worksheet>' }),
  'in UTF-16 that says UTF-8': xlsx({ sheet: utf16('<worksheet/>').toString('latin1') }),
  'of an empty sheet': xlsx({ sheet: '' }),
});

// Captions ----------------------------------------------------------------------------------------

const cue = '00:01.000 --> 00:02.000\nLuz\n\n';
const captions = (): Record<string, Buffer | string> => ({
  'nothing but its name': 'WEBVTT',
  'a name of another thing': `WEBVTTX\n\n${cue}`,
  'NUL bytes': `WEBVTT\n\n${cue}\0`,
  'UTF-16': Buffer.concat([Buffer.from('fffe', 'hex'), utf16(`WEBVTT\n\n${cue}`)]),
  'UTF-16 of an odd length': Buffer.concat([
    Buffer.from('feff', 'hex'),
    utf16(`WEBVTT\n\n${cue}`, true),
    Buffer.from('x'),
  ]),
  'no UTF-8': Buffer.concat([Buffer.from(`WEBVTT\n\n${cue}`), Buffer.from('fffec0af', 'hex')]),
  'two marks of order': `\uFEFF\uFEFFWEBVTT\n\n${cue}`,
  'an end before its beginning': 'WEBVTT\n\n00:02.000 --> 00:01.000\nLuz\n',
  'a time of 9,999 hours': 'WEBVTT\n\n9999:59:59.999 --> 9999:59:59.999\nLuz\n',
  'a time without end': `WEBVTT\n\n${'9'.repeat(100_000)}:00.000 --> 00:02.000\nLuz\n`,
  'a time of minus': 'WEBVTT\n\n-00:01.000 --> 00:02.000\nLuz\n',
  'minutes of 99': 'WEBVTT\n\n99:99.999 --> 99:99.999\nLuz\n',
  '60,000 cues': `WEBVTT\n\n${cue.repeat(60_000)}`,
  '100,000 times without text': '00:01.000 --> 00:02.000\n'.repeat(80_000),
  'arrows in the text': 'WEBVTT\n\n00:01.000 --> 00:02.000\n-->-->-->\n',
  '700,000 arrows': '-->'.repeat(690_000),
  'two MB of opening brackets': `1\n00:00:01,000 --> 00:00:02,000\n${'<'.repeat(2_000_000)}\n`,
  'two MB of font tags': `1\n00:00:01,000 --> 00:00:02,000\n${'<font '.repeat(340_000)}\n`,
  'two MB of braces': `1\n00:00:01,000 --> 00:00:02,000\n${'{\\'.repeat(1_000_000)}\n`,
  'two MB of ampersands': `1\n00:00:01,000 --> 00:00:02,000\n${'&amp'.repeat(500_000)}\n`,
  'settings without end': `WEBVTT\n\n00:01.000 --> 00:02.000 ${'line:'.repeat(300_000)}\nLuz\n`,
  'spaces without end': `WEBVTT\n\n00:01.000${' '.repeat(1_500_000)}\nLuz\n`,
  'a script': 'WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script><c onload=1>Luz\n',
  'a style': `WEBVTT\n\nSTYLE\n::cue{background:url(http://127.0.0.1)}\n\n${cue}`,
  'a region': `WEBVTT\n\nREGION\nid:a\n\n${cue}`,
  'text that turns round': 'WEBVTT\n\n00:01.000 --> 00:02.000\n\u202E\u2066Luz\n',
  'only carriage returns': `WEBVTT\n\n${cue}`.replaceAll('\n', '\r'),
  'a million lines': '\n'.repeat(1_000_000),
  'a page': '<html><script>alert(1)</script></html>',
});

// XML of courses ----------------------------------------------------------------------------------

const lesson = '<item identifier="i" identifierref="p"><title>Aula</title></item>';
const opens =
  '<resource identifier="p" type="webcontent" href="p.html"><file href="p.html"/></resource>';
const whole = manifestOf(lesson, opens);
const withManifest = (data: string | Buffer) =>
  rawZip([
    { name: 'imsmanifest.xml', data },
    { name: 'p.html', data: '<p>Luz</p>' },
  ]);
const before = (doctype: string, text = whole) => text.replace('<manifest', `${doctype}<manifest`);

const manifests = (): Record<string, Content> =>
  Object.fromEntries(
    Object.entries({
      'entities that grow': before(grown).replace('Aula', '&c;'),
      'an entity of itself': before('<!DOCTYPE m [<!ENTITY a "&a;">]>').replace('Aula', '&a;'),
      'an entity of a file': before(
        '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
      ).replace('Aula', '&a;'),
      'an entity of this machine': before(
        '<!DOCTYPE m [<!ENTITY a SYSTEM "http://127.0.0.1:3000/">]>',
      ).replace('Aula', '&a;'),
      'a parameter entity': before('<!DOCTYPE m [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>'),
      'a long entity, used 10,000 times': before(
        `<!DOCTYPE m [<!ENTITY a "${'a'.repeat(10_000)}">]>`,
      ).replace('Aula', '&a;'.repeat(10_000)),
      'a doctype elsewhere': before('<!DOCTYPE m SYSTEM "http://127.0.0.1/x.dtd">'),
      'a stylesheet': before('<?xml-stylesheet href="http://127.0.0.1/x.xsl"?>'),
      'an inclusion': whole.replace(
        'Aula',
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>',
      ),
      '100,000 elements in each other': manifestOf(`${'<item>'.repeat(100_000)}`, opens),
      '5,000 items in each other': manifestOf(
        `${'<item identifier="a"><title>t</title>'.repeat(5_000)}${'</item>'.repeat(5_000)}`,
        opens,
      ),
      '50,000 items': manifestOf(
        '<item identifier="a" identifierref="p"><title>t</title></item>'.repeat(50_000),
        opens,
      ),
      '100,000 attributes': whole.replace(
        '<organizations',
        `<organizations ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}`,
      ),
      'the same attribute twice': whole.replace('identifier="o"', 'identifier="o" identifier="p"'),
      'a name of a million characters': whole.replace('Aula', `<${'a'.repeat(1_000_000)}/>`),
      'a title of 10 MB': whole.replace('Aula', 'a'.repeat(10_000_000)),
      'a comment of 10 MB': whole.replace('Aula', `<!--${'a'.repeat(10_000_000)}-->`),
      'an unclosed comment': `${whole}<!--`,
      'an unclosed CDATA': whole.replace('Aula', '<![CDATA['),
      'a million references': whole.replace('Aula', '&#65;'.repeat(1_000_000)),
      'a reference of no character': whole.replace('Aula', '&#0;&#xD800;&#x110000;'),
      'an unbound prefix': whole.replace('<organizations', '<x:organizations'),
      '20,000 namespaces': whole.replace(
        '<organizations',
        `<organizations ${Array.from({ length: 20_000 }, (_, at) => `xmlns:a${at}="u${at}"`).join(' ')}`,
      ),
      'resources that need each other': manifestOf(
        lesson,
        opens.replace('<file', '<dependency identifierref="q"/><file') +
          '<resource identifier="q" type="webcontent" href="p.html"><dependency identifierref="p"/></resource>',
      ),
      'the same resource 10,000 times': manifestOf(lesson, opens.repeat(10_000)),
      'a resource of nothing': manifestOf(lesson, ''),
      'a resource of an address': manifestOf(
        lesson,
        opens.replaceAll('p.html', 'javascript:alert(1)'),
      ),
      'half of it': whole.slice(0, whole.length / 2),
      'NUL bytes': whole.replace('Aula', 'A\0ula'),
      'another root': '<html/>',
      'an encoding that nobody knows': whole.replace('UTF-8', 'x-nobody'),
      'UTF-7': whole.replace('UTF-8', 'UTF-7'),
      EBCDIC: whole.replace('UTF-8', 'IBM037'),
      'UTF-16 that says UTF-8': utf16(whole),
      'UTF-16 with a mark': Buffer.concat([
        Buffer.from('fffe', 'hex'),
        utf16(whole.replace('UTF-8', 'UTF-16')),
      ]),
      'UTF-32': utf32(whole),
    }).map(([kind, data]) => [kind, () => withManifest(data)]),
  );

const question = (inside: string, more = '') =>
  `<?xml version="1.0"?>${more}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Prova"><section ident="s">${inside}</section></assessment></questestinterop>`;
const choice = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material><mattext>${text}</mattext></material></response_label>`;
const asked = ({
  text = 'Luz?',
  type = 'cc.multiple_choice.v0p1',
  choices = choice('a', 'Sim') + choice('b', 'Não'),
  right = 'a',
  score = '100',
  shape = 'Single',
} = {}) =>
  `<item ident="i" title="t"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
  <presentation><material><mattext texttype="text/html">${text}</mattext></material><response_lid ident="r" rcardinality="${shape}"><render_choice>${choices}</render_choice></response_lid></presentation>
  <resprocessing><outcomes><decvar maxvalue="${score}" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition><conditionvar><varequal respident="r">${right}</varequal></conditionvar><setvar action="Set" varname="SCORE">${score}</setvar></respcondition></resprocessing></item>`;

const quizzes = (): Record<string, Content> =>
  Object.fromEntries(
    Object.entries({
      'entities that grow': question(asked({ text: '&c;' }), grown),
      'an entity of a file': question(
        asked({ text: '&a;' }),
        '<!DOCTYPE q [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
      ),
      'no questions': question(''),
      '5,000 questions': question(asked().repeat(5_000)),
      '10,000 choices': question(asked({ choices: choice('a', 'x').repeat(10_000) })),
      'no choices': question(asked({ choices: '' })),
      'an answer that is not there': question(asked({ right: 'z' })),
      'a score of NaN': question(asked({ score: 'NaN' })),
      'a score of 1e308': question(asked({ score: '1e308' })),
      'a score of minus': question(asked({ score: '-100' })),
      'a kind that nobody knows': question(asked({ type: 'x'.repeat(10_000) })),
      'a pattern that takes for ever': question(
        asked({ type: 'cc.pattern_match.v0p1', right: `(a+)+${'$'.repeat(100)}` }),
      ),
      'a script': question(asked({ text: '&lt;script&gt;alert(1)&lt;/script&gt;' })),
      'a text of 10 MB': question(asked({ text: 'a'.repeat(10_000_000) })),
      'a choice of 2 MB': question(asked({ choices: choice('a', 'x'.repeat(2_000_000)) })),
      'sections in each other': question(`${'<section ident="x">'.repeat(20_000)}`),
      'conditions in each other': question(
        asked({ right: `a</varequal>${'<not>'.repeat(20_000)}` }),
      ),
      'an image of a file': question(
        asked({
          text: '&lt;img src="file:///etc/passwd"&gt;&lt;img src="$IMS-CC-FILEBASE$/../../../etc/passwd"&gt;',
        }),
      ),
      'a formula without end': question(asked({ text: `\\(${'\\frac{'.repeat(20_000)}\\)` })),
      'brackets without end': question(asked({ text: '&lt;'.repeat(200_000) })),
      'an answer of a language': question(
        asked({
          right: '__proto__',
          choices: choice('__proto__', 'x') + choice('constructor', 'y'),
        }),
      ),
      'half of it': question(asked()).slice(0, 400),
    }).map(([kind, data]) => [
      kind,
      cartridgeWith('q.xml', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', data),
    ]),
  );

const page = (html: string) => () => cartridgeWith('q.html', 'webcontent', html);
const pages = (): Record<string, Content> => ({
  'a script': page('<script>alert(1)</script><p onclick=1>x</p><a href="javascript:1">y</a>'),
  '100,000 elements in each other': page('<div>'.repeat(100_000)),
  '200,000 opening brackets': page('<'.repeat(200_000)),
  '100,000 unclosed comments': page('<!--'.repeat(100_000)),
  'an attribute of 5 MB': page(`<p title="${'a'.repeat(5_000_000)}">x</p>`),
  '50,000 attributes': page(
    `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}=1`).join(' ')}>x</p>`,
  ),
  'images of files': page(
    '<img src="file:///etc/passwd"><img src="../../../../etc/passwd"><img src="//127.0.0.1/x">',
  ),
  'an image of 5 MB in its address': page(
    `<img src="data:image/png;base64,${'A'.repeat(5_000_000)}">`,
  ),
  'tables in each other': page('<table><tr><td>'.repeat(20_000)),
  'a frame of this machine': page('<iframe src="http://127.0.0.1:3000/"></iframe>'),
  'UTF-7': page('<meta charset="utf-7">+ADw-script+AD4-alert(1)'),
  'a formula without end': page(`<math>${'<mrow>'.repeat(20_000)}</math>`),
  'a base elsewhere': page('<base href="http://127.0.0.1/"><img src="x.png">'),
  'NUL bytes': page('<p>\0</p><scr\0ipt>'),
});

/** Hostile and broken sheets, captions and manifests. */
export const texts = (random: SeededRandom) => [
  ...family('sheet, CSV with', 'pessoas.csv', csvs()),
  ...family('sheet, XLSX', 'pessoas.xlsx', sheets()),
  ...family('sheet, XLSX', 'pessoas.xlsx', mutations(xlsx(), random)),
  ...family('captions with', 'legenda.vtt', captions()),
  ...family('course, a manifest with', 'curso.imscc', manifests()),
  ...family('course, a quiz with', 'curso.imscc', quizzes()),
  ...family('course, a page with', 'curso.imscc', pages()),
];
