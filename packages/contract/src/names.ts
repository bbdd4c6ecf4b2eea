/** Forms of address that people write before their name. They are no name of their own. */
const titles = new Set('seu dona dom sr sra srta dr dra prof profa'.split(' '));

/** The name that a greeting uses: 'Ana' of 'Ana Reis', and 'Seu Osvaldo' of 'Seu Osvaldo Lima'. */
export function firstName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  const isTitle = titles.has(first.replace(/\.$/, '').toLowerCase());
  return isTitle && second ? `${first} ${second}` : first;
}
