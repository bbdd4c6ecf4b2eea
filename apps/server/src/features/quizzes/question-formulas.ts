import type { Question, QuestionInput } from '@vitrine/contract/quizzes';
import { MAX_HTML_CHARACTERS, textsOf } from '../../kit/question-texts.ts';
import type { Owner } from '../../platform/fair-queue.ts';
import { renderTexts } from '../../platform/formulas/render-texts.ts';

/**
 * Renders the texts with formulas. The builder saves while the author types, so rendered texts are
 * reused.
 */
export async function renderQuestions(
  owner: Owner,
  questions: QuestionInput[],
  before: Question[],
): Promise<Map<string, string>> {
  const renderedBefore = renderedTexts(before);
  const texts = new Set(questions.flatMap(textsOf));
  const fresh = await renderTexts(
    owner,
    [...texts].filter((text) => !renderedBefore.has(text)),
  );
  const rendered = new Map<string, string>();
  let characters = 0;
  for (const text of texts) {
    const html = renderedBefore.get(text) ?? fresh.get(text);
    if (!html || characters + html.length > MAX_HTML_CHARACTERS) continue;
    characters += html.length;
    rendered.set(text, html);
  }
  return rendered;
}

const renderedTexts = (questions: Question[]) =>
  new Map(
    questions.flatMap(({ text, text_html, explanation, explanation_html, options }) =>
      [
        [text, text_html] as const,
        [explanation ?? '', explanation_html] as const,
        ...options.map((option) => [option.text, option.text_html] as const),
      ].flatMap(([source, html]) => (html ? [[source, html] as const] : [])),
    ),
  );
