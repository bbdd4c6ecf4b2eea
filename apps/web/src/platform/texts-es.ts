import contract from '@vitrine/contract/texts.es.json' with { type: 'json' };

const files = import.meta.glob<Record<string, string>>('../**/texts.es.json', {
  eager: true,
  import: 'default',
});

/** Every Spanish text of the interface, one chunk. */
export default Object.assign({}, contract, ...Object.values(files)) as Record<string, string>;
