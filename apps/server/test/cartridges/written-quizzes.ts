import type { Cartridge, CartridgeQuiz } from '../../src/features/imports/cartridge/cartridge.ts';
import { item, manifest, read, reported, resource } from './written-cartridges.ts';

/** A question of a written quiz. Without anything, it is a single choice of two. */
export interface Question {
  type?: string;
  title?: string;
  body?: string;
  /** Idents with their texts. */
  options?: Record<string, string>;
  cardinality?: string;
  /** The content of resprocessing, or the only right ident. */
  right?: string;
  more?: string;
  fields?: Record<string, string>;
  /** The whole content of the presentation, where the usual one will not do. */
  presentation?: string;
}

/** Metadata of a quiz or question. */
export function fields(values: Record<string, string>): string {
  const written = Object.entries(values).map(
    ([label, entry]) =>
      `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`,
  );
  return `<qtimetadata>${written.join('')}</qtimetadata>`;
}

/** A text of a quiz. */
export const html = (text: string): string =>
  `<material><mattext texttype="text/html"><![CDATA[${text}]]></mattext></material>`;

/** A choice among options: idents with their texts. */
export function choice(options: Record<string, string>, cardinality = 'Single'): string {
  const labels = Object.entries(options).map(
    ([ident, text]) => `<response_label ident="${ident}">${html(text)}</response_label>`,
  );
  return `<response_lid ident="r" rcardinality="${cardinality}"><render_choice>${labels.join('')}</render_choice></response_lid>`;
}

function question(one: Question, index: number): string {
  const right = one.right ?? 'a';
  const processing = right.includes('<')
    ? right
    : `<respcondition><conditionvar><varequal respident="r">${right}</varequal></conditionvar><setvar varname="SCORE">100</setvar></respcondition>`;
  const presentation =
    one.presentation ??
    html(one.body ?? `<p>Pergunta ${index}</p>`) +
      choice(one.options ?? { a: 'Sim', b: 'Não' }, one.cardinality);
  return `<item ident="q${index}" title="${one.title ?? 'Question'}">
    <itemmetadata>${fields({ ...(one.type !== '' && { cc_profile: one.type ?? 'cc.multiple_choice.v0p1' }), ...one.fields })}</itemmetadata>
    <presentation>${presentation}</presentation><resprocessing>${processing}</resprocessing>${one.more ?? ''}</item>`;
}

/** The standard's file of a quiz. The type '' leaves a question without one. */
export function qti(
  questions: Question[],
  whole: Record<string, string> = {},
  wrap = (inside: string) => inside,
): string {
  return `<questestinterop><assessment ident="z" title="Prova">${fields(whole)}<section ident="root">${wrap(
    questions.map(question).join(''),
  )}</section></assessment></questestinterop>`;
}

/** Reads a cartridge of one quiz, ‘Avaliação’, with more files. */
export async function withQuiz(
  common: string,
  more: Record<string, string> = {},
): Promise<Cartridge> {
  const xml = manifest(
    item('M', '', item('Avaliação', 'z')),
    resource(
      'z',
      'imsqti_xmlv1p2/imscc_xmlv1p1/assessment',
      'z/assessment_qti.xml',
      '<dependency identifierref="m"/>',
    ) +
      '<resource identifier="m" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" href="z/assessment_meta.xml"/>',
  );
  return read({ 'imsmanifest.xml': xml, 'z/assessment_qti.xml': common, ...more });
}

/** The quiz of the first lesson. */
export function quizIn(cartridge: Cartridge): CartridgeQuiz | null | undefined {
  return cartridge.modules[0]?.lessons[0]?.quiz;
}

/** The messages of the report. */
export const messages = (cartridge: Cartridge): string[] =>
  reported(cartridge).map(({ message }) => message);

/** A rule that gives points for answers. */
export function condition(inside: string, score: number, feedback = ''): string {
  return `<respcondition><conditionvar>${inside}</conditionvar><setvar action="Set" varname="SCORE">${score}</setvar>${feedback}</respcondition>`;
}

/** The condition that an answer was chosen. */
export const is = (ident: string): string => `<varequal respident="r">${ident}</varequal>`;
