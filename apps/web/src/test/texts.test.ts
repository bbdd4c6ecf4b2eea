import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// The Portuguese text is the key. English and Spanish each have one table in the contract.
const repository = join(import.meta.dirname, '../../../..');
const contract = join(repository, 'packages/contract/src');
const web = join(repository, 'apps/web/src');
const server = join(repository, 'apps/server/src');

/** Texts that are equal in every language: names, and examples of input. */
const sameEverywhere = new Set([
  'Português',
  'English',
  'Español',
  'Open Sans',
  'Similar Helvetica',
  'Extra Light',
  'Semi Bold',
  'Extra Bold',
  'Google Analytics 4',
  'Google Tag Manager',
  'Meta Pixel',
  'Vimeo',
  'Panda Video',
  'Wistia',
  'Bunny',
  'Vturb',
  'Loom',
  'Spotify',
  'Google Drive',
  'Google Docs',
  'Kauê',
  'Joaquim',
  'Bento',
  'Marina',
  'Rosa',
  'Enter',
  'Escape',
  'Arrow',
  'Tab',
  'Files',
  ' × ',
]);
/** Texts that are stored in the school's own words and shown as stored. */
const samePortuguese = new Set(['Faça login']);

interface Table {
  keys: string[];
  texts: Record<string, string>;
}

async function tableOf(language: string): Promise<Table> {
  const json = await readFile(join(contract, `texts.${language}.json`), 'utf8');
  // One entry per line: JSON.parse would silently keep the last of two equal keys.
  const keys = [...json.matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(
    ([, key]) => JSON.parse(key!) as string,
  );
  return { keys, texts: JSON.parse(json) as Record<string, string> };
}

interface FoundText {
  text: string;
  /** An argument of `t`, or a message or label of the contract. */
  shown: boolean;
}

/** Shown as they are: names of keys and of a notation, and examples that every language writes so. */
const untranslated = new Set(['Esc', 'Tab', 'LaTeX', 'XP', 'https://', 'www.site.com', '&nbsp;']);
const readAttributes =
  /^(?:aria-(?:label|description|valuetext|roledescription)|alt|title|label|hint|placeholder)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Every string literal of a room's code, without imports, types and class names. */
async function textsIn(room: string): Promise<FoundText[]> {
  const names = (await readdir(room, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^(?:test|demo|isolation)\//.test(name),
  );
  const perFile = await Promise.all(
    names.map(async (name) => {
      const { program, errors } = parseSync(name, await readFile(join(room, name), 'utf8'));
      expect(errors).toEqual([]);
      const texts: FoundText[] = [];
      collect(program as unknown as Node, false, texts);
      return texts;
    }),
  );
  return perFile.flat();
}

/** The texts of a component's markup that reach the reader as they are written. */
function markupTexts(node: Node): string[] {
  const { type, value } = node as { type: string; value: { type?: string; value?: unknown } };
  if (type === 'JSXText') return [(node['value'] as string).trim()].filter(hasWords);
  const own =
    type === 'JSXAttribute' &&
    readAttributes.test(nameOf(node['name'])) &&
    value?.type === 'Literal'
      ? [String(value.value)].filter((text) => hasWords(text) && !/^(?:true|false)$/.test(text))
      : [];
  const children = Object.values(node).flatMap((part) => (Array.isArray(part) ? part : [part]));
  return [...own, ...children.filter(isNode).flatMap(markupTexts)];
}

function collect(node: Node, shown: boolean, texts: FoundText[]) {
  if (/^TS.*(?:Type|Interface)|^(?:Import|ExportAll)/.test(node.type)) return;
  if (node.type === 'JSXAttribute' && nameOf(node['name']) === 'className') return;
  const text = textOf(node);
  if (text !== null) texts.push({ text, shown });
  for (const [part, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) collect(child, staysShown(node, part, child, shown), texts);
}

/** `t(a ? 'x' : 'y')` shows x and y, but neither the condition nor the values. */
function staysShown(node: Node, part: string, child: Node, shown: boolean) {
  if (node.type === 'CallExpression') {
    const [first] = node['arguments'] as Node[];
    return child === first && nameOf(node['callee']) === 't';
  }
  if (node.type === 'ConditionalExpression') return shown && part !== 'test';
  if (node.type === 'Property')
    return part === 'value' && /^(?:label|hint|help)$/.test(nameOf(node['key']));
  return shown && /^(?:TSAs|TSSatisfies|TSNonNull|Logical|Parenthesized)/.test(node.type);
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'JSXText') return (node['value'] as string).trim();
  if (node.type !== 'TemplateLiteral') return null;
  const [quasi, ...rest] = node['quasis'] as { value: { cooked: string } }[];
  return rest.length ? null : quasi!.value.cooked;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nameOf = (node: unknown) => String((node as { name?: string } | null)?.name ?? '');

/** An accent, or a capitalised word that stands alone or starts a sentence. */
const isSentence = (text: string) => /[à-ú]/i.test(text) || /^\p{Lu}\p{Ll}+(?: |$)/u.test(text);
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replace(/\{\{\w+\}\}/g, ''));

const [inContract, inWeb, inServer] = await Promise.all([contract, web, server].map(textsIn));
const tables = { en: await tableOf('en'), es: await tableOf('es') };
const languages = ['en', 'es'] as const;

test.each(languages)('no key has two texts in %s, and keys are sorted', (language) => {
  const { keys, texts } = tables[language];
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  expect(keys).toEqual(Object.keys(texts).toSorted());
});

test('English and Spanish translate the same texts', () => {
  expect(Object.keys(tables.es.texts)).toEqual(Object.keys(tables.en.texts));
});

test.each(languages)(
  'every text of the interface and of the contract has a translation in %s',
  (language) => {
    const { texts } = tables[language];
    const needed = [...inContract!, ...inWeb!].filter(
      ({ text, shown }) =>
        (shown ? hasWords(text) : isSentence(text)) &&
        !sameEverywhere.has(text) &&
        !samePortuguese.has(text),
    );
    expect(needed.length).toBeGreaterThan(1000);
    const missing = needed.filter(({ text }) => !texts[text]?.trim()).map(({ text }) => text);
    expect([...new Set(missing)]).toEqual([]);
  },
);

test.each(languages)(
  'every Portuguese sentence of the server has a translation in %s',
  (language) => {
    // Other capitalised words are English: operators and developers read them.
    const sentences = inServer!.map(({ text }) => text).filter((text) => /[à-ú]/i.test(text));
    expect(sentences).toContain(
      'Você recebe este e-mail porque pediu estes avisos em {{school}}. Entre 22h e 8h a gente não escreve.',
    );
    expect(sentences.filter((text) => !tables[language].texts[text]?.trim())).toEqual([]);
  },
);

test.each(languages)('no text in %s is unused', (language) => {
  const used = new Set([...inContract!, ...inWeb!, ...inServer!].map(({ text }) => text));
  expect(tables[language].keys.filter((key) => !used.has(key))).toEqual([]);
});

test.each(languages)('a text in %s uses only values that the code passes', (language) => {
  const valuesIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String);
  const asking = Object.entries(tables[language].texts).filter(([key, text]) =>
    valuesIn(text).some((value) => !key.includes(value)),
  );
  expect(asking).toEqual([]);
});

test.each(languages)('a text in %s has the plural forms of its key', (language) => {
  const forms = (text: string) => text.split('|').length;
  const odd = Object.entries(tables[language].texts).filter(
    ([key, text]) => forms(key) !== forms(text),
  );
  expect(odd).toEqual([]);
});

test('Spanish has no article before a time of day: two o’clock takes another than one', () => {
  const texts = Object.values(tables.es.texts);
  expect(texts.filter((text) => /\bl(?:as|a) \{\{(?:time|hour)\}\}/.test(text))).toEqual([]);
});

test('each language keeps to one word for each thing', () => {
  const other = {
    en: /\bstaff\b|(?<!\{\{)\bcolors?\b|favorite|sign-in page|\bcompleted\b|belongs? to those|^could not\b|\b(?:an?|the|this|no|new|other|of|in) lives?\b(?! (?:stream|classroom))|'/i,
    es: /vídeo|(?<!d)añad|m[óo]vil|ordenador|footer|header|cabecera|hojas? de|e-mail|\blogin\b|alternativa|completad|no carg(?:ó|aron)|fue posible|correctamente|\bapag(?:a|ad[oa]s?|ar)\b|podrá deshacer|\bvale (?:por )?(?:\d|una hora)/i,
  };
  const strayed = (['en', 'es'] as const).flatMap((language) =>
    Object.values(tables[language].texts).filter((text) => other[language].test(text)),
  );
  expect(strayed).toEqual([]);
});

test('a success has the same words in every text of a language', () => {
  const told = (language: 'en' | 'es') =>
    Object.entries(tables[language].texts).filter(([key]) => key.includes('com sucesso'));
  expect(told('es').length).toBeGreaterThan(40);
  expect(told('es').filter(([, text]) => !text.includes('con éxito'))).toEqual([]);
  expect(told('en').filter(([, text]) => /success/i.test(text))).toEqual([]);
});

test('no component shows a text that is not translated', async () => {
  // `test/` holds what tests share: nobody sees it.
  const names = (await readdir(web, { recursive: true })).filter(
    (name) => /(?<!\.test)\.tsx$/.test(name) && !name.startsWith('test/'),
  );
  const shown = await Promise.all(
    names.map(async (name) => {
      const { program } = parseSync(name, await readFile(join(web, name), 'utf8'));
      const texts = markupTexts(program as unknown as Node);
      return texts.filter((text) => !untranslated.has(text)).map((text) => `${name}: ${text}`);
    }),
  );
  expect(names.length).toBeGreaterThan(400);
  expect(shown.flat()).toEqual([]);
});
