import type { ReportNote } from '../report.ts';
import type { CartridgeQuestion } from './cartridge.ts';
import { plainText } from './plain-text.ts';
import type { LessonReferences } from './references.ts';
import { sentences } from './sentences.ts';
import { cleanTitle, paragraphs, truncate } from './text.ts';
import { childAt, childrenOf, descendants, markupOf, textOf, type XmlElement } from './xml.ts';

/** QTI 1.2, as Common Cartridge and Canvas write it. */
export interface QtiQuiz {
  title: string;
  is_bank: boolean;
  /** Metadata of the quiz: `cc_maxattempts`, `qmd_timelimit`, … */
  fields: Map<string, string>;
  /** Pass mark as written: points. */
  cut_value: number | null;
  items: QtiItem[];
  /** Files of the kept questions. */
  references: LessonReferences;
}

interface QtiItem {
  /** Its key in the other of Canvas' two files. */
  key: string;
  points: number | null;
  /** Null where our three kinds cannot hold it. `problem` then gives the reason. */
  question: CartridgeQuestion | null;
  problem: ReportNote | null;
  /** Feedback that our questions have no place for. */
  loses_feedback: boolean;
  loses_images: boolean;
}

/** Rewrites the references in the HTML of a question. */
type Rich = (html: string, references: LessonReferences) => string;

/** Reads a QTI 1.2 quiz or question bank. Null if the document is neither. */
export function readQti(root: XmlElement, rich: Rich): QtiQuiz | null {
  const assessment = childAt(root, 'assessment') ?? childAt(root, 'objectbank') ?? null;
  if (root.name !== 'questestinterop' || assessment === null) return null;
  const fields = fieldsOf(assessment);
  const quiz: QtiQuiz = {
    title: cleanTitle(assessment.attributes['title'] ?? fields.get('bank_title') ?? ''),
    is_bank: assessment.name === 'objectbank',
    fields,
    cut_value: cutValueOf(assessment),
    items: [],
    references: { files: new Map(), notes: [] },
  };
  if (!quiz.is_bank) readSection(assessment, null, quiz, (html) => rich(html, quiz.references));
  return quiz;
}

function cutValueOf(assessment: XmlElement): number | null {
  const variables = childrenOf(assessment, 'outcomes_processing').flatMap((one) =>
    descendants(one, 'decvar'),
  );
  const cut = Number.parseFloat(
    variables.map((one) => one.attributes['cutvalue']).find((one) => one !== undefined) ?? '',
  );
  return cut > 0 ? cut : null;
}

function readSection(
  section: XmlElement,
  points: number | null,
  quiz: QtiQuiz,
  rich: (html: string) => string,
): void {
  const selection = childAt(section, 'selection_ordering', 'selection');
  const pointsHere =
    positive(textOf(childAt(selection, 'selection_extension', 'points_per_item'))) ?? points;
  const items = childrenOf(section, 'item');
  const drawnCount = positive(textOf(childAt(selection, 'selection_number')));
  const title = cleanTitle(section.attributes['title'] ?? '') || '—';
  if (drawnCount !== null && items.length > drawnCount) {
    quiz.references.notes.push({
      message: sentences.drawn,
      values: { title, drawn: drawnCount, count: items.length },
    });
  } else if (childAt(selection, 'sourcebank_ref') !== undefined && items.length === 0) {
    quiz.references.notes.push({ message: sentences.drawnFromBank, values: { title } });
  }
  for (const child of childrenOf(section)) {
    if (child.name === 'item') quiz.items.push(readItem(child, pointsHere, rich));
    if (child.name === 'section') readSection(child, pointsHere, quiz, rich);
  }
}

type Kind = CartridgeQuestion['kind'];

function readItem(
  item: XmlElement,
  groupPoints: number | null,
  rich: (html: string) => string,
): QtiItem {
  const fields = fieldsOf(childAt(item, 'itemmetadata'));
  const type =
    fields.get('question_type') ?? fields.get('cc_profile') ?? fields.get('qmd_itemtype') ?? '';
  const presentation = childAt(item, 'presentation');
  const material = materialHtml(presentation);
  const result: QtiItem = {
    key: fields.get('assessment_question_identifierref') ?? item.attributes['ident'] ?? '',
    points:
      groupPoints ?? positive(fields.get('points_possible') ?? fields.get('cc_weighting') ?? ''),
    question: null,
    problem: null,
    loses_feedback: false,
    loses_images: false,
  };
  const name = itemName(item, material);

  const kind = kindOf(type, presentation);
  if (kind === null)
    return { ...result, problem: { message: unsupportedNote(type), values: { name } } };

  const correctIds = rightAnswers(item, kind);
  const labels = descendants(presentation, 'response_label');
  const options = labels.map((label) => ({
    ...optionText(label),
    correct: correctIds.has(label.attributes['ident']?.trim() ?? ''),
  }));
  const correct = options.filter((option) => option.correct).length;
  const problem = optionProblem(options, correct, kind);
  if (problem !== null) return { ...result, problem: { message: problem, values: { name } } };

  const feedback = feedbackOf(item);
  return {
    ...result,
    loses_feedback: feedback.others,
    loses_images: options.some((option) => option.images > 0),
    question: {
      kind: kind === 'true_false' && options.length !== 2 ? 'single' : kind,
      text: rich(material || paragraphs(item.attributes['title'] ?? '')),
      explanation: feedback.explanation,
      weight: result.points ?? 1,
      options: options.map(({ text, correct: isRight }) => ({ text, correct: isRight })),
    },
  };
}

function kindOf(type: string, presentation: XmlElement | undefined): Kind | null {
  const choices = descendants(presentation, 'response_lid').filter(
    (one) => descendants(one, 'render_choice').length > 0,
  );
  const [choice] = choices;
  if (
    choice === undefined ||
    choices.length > 1 ||
    descendants(presentation, 'response_str').length > 0
  )
    return null;
  if (/true[_/ ]?false/i.test(type)) return 'true_false';
  if (/multiple[_ ](response|answers)/i.test(type)) return 'multiple';
  if (/multiple[_ ]choice/i.test(type) || type === '') {
    return /multiple/i.test(choice.attributes['rcardinality'] ?? '') ? 'multiple' : 'single';
  }
  return null;
}

const unsupportedKinds: [RegExp, string][] = [
  [/text_only/i, sentences.onlyText],
  [/essay/i, sentences.essay],
  [/short_answer|pattern_match/i, sentences.shortAnswer],
  [/fib|fill_in/i, sentences.gaps],
  [/match/i, sentences.matching],
  [/numerical/i, sentences.numerical],
  [/calculated|formula/i, sentences.formula],
  [/dropdown/i, sentences.dropdowns],
  [/file_upload/i, sentences.upload],
  [/order/i, sentences.ordering],
  [/hot_?spot/i, sentences.hotspot],
];

const unsupportedNote = (type: string) =>
  unsupportedKinds.find(([pattern]) => pattern.test(type))?.[1] ?? sentences.unknownQuestion;

function optionProblem(options: { text: string }[], correct: number, kind: Kind): string | null {
  if (options.length < 2) return sentences.fewOptions;
  if (options.some((option) => option.text === '')) return sentences.emptyOptions;
  if (correct === 0) return sentences.noneRight;
  if (correct > 1 && kind !== 'multiple') return sentences.severalRight;
  return null;
}

/** Answers of a condition that gives points count as right; those under a `not` do not. */
function rightAnswers(item: XmlElement, kind: Kind): Set<string> {
  const scoredConditions = conditionsOf(item)
    .filter((condition) => condition.score > 0)
    .map((condition) => ({
      ...condition,
      answers: equalTo(childAt(condition.element, 'conditionvar')),
    }))
    .filter((condition) => condition.answers.length > 0);
  const bestScore = scoredConditions.reduce((max, condition) => Math.max(max, condition.score), 0);
  const scoringConditions =
    kind === 'multiple'
      ? scoredConditions
      : scoredConditions.filter((condition) => condition.score === bestScore);
  return new Set(scoringConditions.flatMap((condition) => condition.answers));
}

function conditionsOf(item: XmlElement): { element: XmlElement; score: number }[] {
  return descendants(childAt(item, 'resprocessing'), 'respcondition').map((element) => ({
    element,
    score: childrenOf(element, 'setvar').reduce(
      (highest, one) => Math.max(highest, positive(textOf(one)) ?? 0),
      0,
    ),
  }));
}

function equalTo(condition: XmlElement | undefined): string[] {
  return childrenOf(condition).flatMap((child) => {
    if (child.name === 'varequal') return [textOf(child).trim()];
    return child.name === 'not' ? [] : equalTo(child);
  });
}

/**
 * One explanation for everybody: the solution, else the general feedback, else that of the right
 * answer. `others`: there were other texts.
 */
function feedbackOf(item: XmlElement): { explanation: string | null; others: boolean } {
  const texts = new Map<string, string>();
  let solution = '';
  for (const one of childrenOf(item, 'itemfeedback')) {
    const text = plainText(materialHtml(one)).text;
    if (text !== '') texts.set(one.attributes['ident'] ?? '', text);
    solution ||= plainText(descendants(one, 'solution').map(materialHtml).join('<br>')).text;
  }
  let general = texts.get('general_fb') ?? '';
  let right = texts.get('correct_fb') ?? '';
  for (const { element, score } of conditionsOf(item)) {
    const ids = childrenOf(element, 'displayfeedback').map(
      (one) => one.attributes['linkrefid'] ?? '',
    );
    const text =
      texts.get(ids.find((id) => texts.has(id) && !/incorrect|wrong/i.test(id)) ?? '') ?? '';
    if (score > 0) right ||= text;
    else if (childAt(element, 'conditionvar', 'other') !== undefined) general ||= text;
  }
  const explanation = solution || general || right || null;
  return { explanation, others: [...texts.values()].some((text) => text !== explanation) };
}

function optionText(label: XmlElement): { text: string; images: number } {
  const { text, images } = plainText(materialHtml(label));
  return { text: text.replaceAll('\n', ' '), images };
}

/** The material of a presentation, an option or a feedback, without its responses. */
function materialHtml(element: XmlElement | undefined): string {
  return childrenOf(element)
    .map((child) => {
      if (['material', 'flow', 'flow_mat', 'flow_label', 'solutionmaterial'].includes(child.name))
        return materialHtml(child);
      if (child.name === 'mattext' || child.name === 'matemtext') return mattextHtml(child);
      if (child.name === 'matbreak') return '<br>';
      if (child.name === 'matimage')
        return markupOf({ name: '', attributes: {}, children: [imageOf(child)] });
      return '';
    })
    .join('');
}

function mattextHtml(mattext: XmlElement): string {
  if (childrenOf(mattext).length > 0) return markupOf(mattext);
  const text = textOf(mattext);
  return /html/i.test(mattext.attributes['texttype'] ?? '') ? text : paragraphs(text);
}

function imageOf(matimage: XmlElement): XmlElement {
  return {
    name: 'img',
    attributes: { src: matimage.attributes['uri'] ?? '', alt: matimage.attributes['label'] ?? '' },
    children: [],
  };
}

function fieldsOf(element: XmlElement | undefined): Map<string, string> {
  const fields = new Map<string, string>();
  for (const metadata of childrenOf(element, 'qtimetadata')) {
    for (const field of childrenOf(metadata, 'qtimetadatafield')) {
      const label = textOf(childAt(field, 'fieldlabel')).trim().toLowerCase();
      fields.set(label, textOf(childAt(field, 'fieldentry')).trim());
    }
  }
  return fields;
}

/** The item's title, unless the exporter wrote one title for all items. */
function itemName(item: XmlElement, material: string): string {
  const title = cleanTitle(item.attributes['title'] ?? '');
  const isName = title !== '' && !/^(question|quest[ãa]o|pergunta)?\s*\d*$/i.test(title);
  return truncate(isName ? title : cleanTitle(plainText(material).text) || title || '—', 80);
}

function positive(text: string): number | null {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
