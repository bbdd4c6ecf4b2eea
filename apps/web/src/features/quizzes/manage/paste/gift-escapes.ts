/** Characters that GIFT escapes by a backslash. `n` is a new line. */
const ESCAPED = '\\:#={}~n';
/** The first Unicode noncharacter. Each escaped character is replaced by one. */
const FIRST_STAND_IN = 0xfdd0;
const standIn = (sign: string) => String.fromCodePoint(FIRST_STAND_IN + ESCAPED.indexOf(sign));

/** Also the commands of TeX that begin as a new line of GIFT does. */
const ESCAPES =
  /\$\$|\\n(?:abla|atural|cong|e(?:arrow|g|q|xists)?|geq|gtr|i|leq|less|mid|ot(?:in)?|parallel|prec|sim|subset|subseteq|succ|supset|supseteq|u|warrow)(?![A-Za-z])|\\[\\:#={}~n()]/g;

/**
 * A line of GIFT in which stand-ins stand for the escaped signs, so that no mark is found in them. From
 * left to right, as Moodle does: `\\neq` is `\neq`. Teachers write `\neq` in a formula, which means it too.
 */
export function guarded(line: string) {
  let inFormula = false;
  return line.replace(ESCAPES, (found) => {
    if (found === '$$' || found === '\\(' || found === '\\)') {
      inFormula = found === '$$' ? !inFormula : found === '\\(';
      return found;
    }
    if (found.length === 2) return standIn(found[1]!);
    return inFormula ? found : standIn('n') + found.slice(2);
  });
}

/** The text with its escaped characters back as they were meant: `\\n` is a new line. */
export const unescaped = (text: string) =>
  text
    .replace(/[\ufdd0-\ufdd7]/g, (sign) => {
      const escaped = ESCAPED[sign.codePointAt(0)! - FIRST_STAND_IN]!;
      return escaped === 'n' ? '\n' : escaped;
    })
    .trim();
