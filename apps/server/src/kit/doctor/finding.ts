/** One finding of the doctor, in one sentence: the state and, if it is bad, how to mend it. */
export interface Finding {
  topic: string;
  /** `note`: works, but an operator should know. `bad`: the doctor's exit code is 1. */
  level: 'good' | 'note' | 'bad';
  text: string;
}

/** `const { good, note, bad } = findings('disk')` */
export const findings = (topic: string) => {
  const withLevel =
    (level: Finding['level']) =>
    (text: string): Finding => ({ topic, level, text });
  return { good: withLevel('good'), note: withLevel('note'), bad: withLevel('bad') };
};

/** An error's message without URLs, which may hold a password. */
export const sentenceOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message: string };
  const text = message.replace(/\b[a-z]{2,12}:\/\/\S+/gi, '…').split('\n')[0]!;
  return code && !text.includes(code) ? `${text} (${code})` : text;
};
