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
