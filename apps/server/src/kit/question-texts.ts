/** Maximum size of all rendered formulas of a quiz. Further texts show the source. */
export const MAX_HTML_CHARACTERS = 2_097_152;

/** The texts of a question that may hold formulas. */
interface QuestionTexts {
  text: string;
  explanation?: string | null | undefined;
  options: readonly { text: string }[];
}

/** All texts of a question. A missing one is empty. */
export const textsOf = ({ text, explanation, options }: QuestionTexts) => [
  text,
  explanation ?? '',
  ...options.map((option) => option.text),
];

/** A question with the HTML of its texts, as `rendered` holds it by the text. */
export function withFormulas<Texts extends QuestionTexts>(
  question: Texts,
  rendered: ReadonlyMap<string, string>,
): Texts {
  const text_html = rendered.get(question.text);
  const explanation_html = rendered.get(question.explanation ?? '');
  return {
    ...question,
    ...(text_html && { text_html }),
    ...(explanation_html && { explanation_html }),
    options: question.options.map((option) => {
      const html = rendered.get(option.text);
      return html ? { ...option, text_html: html } : option;
    }),
  };
}
