import type { MembersPreview } from '@vitrine/contract/imports';
import { products as calls } from '@vitrine/contract/products';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Product ids by their names in the file. Null: import people without that product. */
export type ProductChoices = Map<string, number | null>;

interface ChooseProductsProps {
  products: MembersPreview['products'];
  chosen: ProductChoices;
  onChange: (chosen: ProductChoices) => void;
}

const WITHOUT = -1;

/** Matches the products of the file to the school's products. The server remembers the matches. */
export function ChooseProducts({ products, chosen, onChange }: ChooseProductsProps) {
  const { t } = useTranslation();
  const list = useContractQuery(calls.list, {});
  if (products.length === 0) return null;
  // Without the school's products, every name could only be imported without a product.
  if (list.isLoadingError)
    return <QueryError query={list} title={t('Os produtos não carregaram')} />;
  // An inactive product is offered only where the file names it.
  const named = new Set(products.map(({ product_id }) => product_id));
  const offered = (list.data ?? []).filter(
    ({ id, status }) => status === 'active' || named.has(id),
  );
  const options = [
    { value: WITHOUT, label: t('Sem produto') },
    ...offered.map(({ id, title, status }) => ({
      value: id,
      label: status === 'inactive' ? `${title} (${t('inativo')})` : title,
    })),
  ];
  const choice = (title: string, matchedId: number | null) =>
    chosen.has(title) ? chosen.get(title) : matchedId;
  const missing = products.filter(({ matched }) => !matched).length;
  return (
    <section>
      <h2 className="text-16 font-semibold text-text">{t('Produtos')}</h2>
      <p className="mt-1 mb-2 text-14 text-text-2">
        {missing
          ? t('Diga que produto é cada um destes. Fica guardado para as próximas planilhas.')
          : t('Todos os produtos da planilha foram encontrados.')}
      </p>
      <ul className="divide-y divide-line">
        {products.map(({ title, rows, matched, product_id }) => {
          const isChosen = chosen.has(title) || matched;
          return (
            <li
              key={title}
              className="grid items-center gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,280px)]"
            >
              <span className="min-w-0">
                <span className="block text-14 font-medium wrap-anywhere text-text">{title}</span>
                {isChosen ? (
                  <span className="block text-13 text-text-2">
                    {t('{{count}} linha|{{count}} linhas', { count: rows })}
                  </span>
                ) : (
                  <span className="block text-13 text-warn">
                    {t(
                      '{{count}} linha fica de fora até você escolher|{{count}} linhas ficam de fora até você escolher',
                      { count: rows },
                    )}
                  </span>
                )}
              </span>
              <Select<number>
                label={t('Produto de “{{title}}”', { title })}
                hideLabel
                placeholder={t('Escolher produto')}
                // A choice shows at once. The preview that follows it may take a while, or fail.
                value={isChosen ? (choice(title, product_id) ?? WITHOUT) : null}
                options={options}
                onValueChange={(id) =>
                  onChange(new Map(chosen).set(title, id === WITHOUT ? null : id))
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
