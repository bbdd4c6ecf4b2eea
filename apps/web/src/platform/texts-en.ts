import contract from '@vitrine/contract/texts.en.json' with { type: 'json' };

const files = import.meta.glob<Record<string, string>>('../**/texts.en.json', {
  eager: true,
  import: 'default',
});

/** Every English text of the interface, one chunk. */
export default Object.assign({}, contract, ...Object.values(files)) as Record<string, string>;
