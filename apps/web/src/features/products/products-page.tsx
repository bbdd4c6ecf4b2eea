import type { ListedProduct } from '@vitrine/contract/products';
import { Package, Plus } from 'lucide-react';
import { useState } from 'react';
import { useDialogParam } from '../../kit/page/dialog-param.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePortions } from '../../ui/portions.tsx';
import { useRowRemovalFocus } from '../../ui/row-removal-focus.ts';
import { RowSkeleton } from '../../ui/row-skeleton.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { matchesSearch } from '../../ui/search-match.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ProductDialog } from './product-dialog.tsx';
import { ProductRow } from './product-row.tsx';
import { useProducts } from './products.queries.ts';
import { RemoveProduct } from './remove-product.tsx';

/** Lists the school's products with the number of their holders. */
export default function ProductsPage() {
  const { t } = useTranslation();
  const products = useProducts();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<ListedProduct | null>(null);
  const [adding, setAdding] = useDialogParam('novo');
  const [removing, setRemoving] = useState<ListedProduct | null>(null);
  const leaving = useRowRemovalFocus();
  const all = products.data ?? [];
  const isEmpty = products.data?.length === 0;
  const found = all.filter(({ title }) => matchesSearch(title, search));
  const { shown, more } = usePortions(found);
  const newProduct = (
    <Button
      variant="primary"
      icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t('Novo produto')}
    </Button>
  );

  return (
    <>
      <PageHead
        title={t('Produtos')}
        text={t(
          'O que seus alunos compram: cada produto abre cursos, comunidades e recompensas. Produtos inativos não abrem nada.',
        )}
        action={!isEmpty && newProduct}
      />
      {!isEmpty && !products.isLoadingError && (
        <SearchField
          label={t('Buscar produto')}
          delay={150}
          found={search && products.data ? { count: found.length } : null}
          onSearch={setSearch}
          className="mb-2 sm:max-w-80"
        />
      )}
      {products.isPending && <RowSkeleton rows={5} toggle />}
      {products.isLoadingError && (
        <QueryError query={products} title={t('Os produtos não carregaram')} />
      )}
      {isEmpty && (
        <EmptyState
          icon={<Package size={22} strokeWidth={1.75} />}
          title={t('Você ainda não tem produtos')}
          text={t('Crie o primeiro e escolha depois o que ele abre.')}
          action={newProduct}
        />
      )}
      {all.length > 0 && (
        <>
          <ul ref={leaving.list} aria-label={t('Produtos')} className="divide-y divide-line">
            {shown.map((product) => (
              <ProductRow
                key={product.id}
                product={product}
                onRename={() => setEdited(product)}
                onRemove={() => setRemoving(product)}
              />
            ))}
          </ul>
          {more}
          {found.length === 0 && (
            <EmptyState title={t('Nenhum produto com “{{search}}”', { search })} />
          )}
        </>
      )}
      <ProductDialog
        key={edited?.id ?? (adding ? 'new' : 'closed')}
        open={adding || edited !== null}
        product={edited}
        onClose={() => (edited ? setEdited(null) : setAdding(false))}
      />
      {removing && (
        <RemoveProduct
          key={removing.id}
          product={removing}
          onClose={() => setRemoving(null)}
          finalFocus={leaving.finalFocus}
          during={(removal) =>
            leaving.during(
              found.findIndex(({ id }) => id === removing.id),
              removal,
            )
          }
        />
      )}
    </>
  );
}
