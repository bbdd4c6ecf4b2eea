/** Something that the operator must change. The message says what, without any secret and stack. */
export class OperatorProblem extends Error {
  override name = 'OperatorProblem';
}
