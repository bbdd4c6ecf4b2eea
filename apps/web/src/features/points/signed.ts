/** Points with their sign: '+10'. `number` formats them. */
export const signed = (points: number, number: (value: number) => string) =>
  points > 0 ? `+${number(points)}` : number(points);
