import { ProductPatch, products, type Product } from '@vitrine/contract/products';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useAddOnce } from '../../kit/queries/add-once.ts';
import { call } from '../../platform/api.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAddProduct, useChangeProduct } from './products.queries.ts';

interface ProductDialogProps {
  open: boolean;
  /** The product to rename. Null adds a new one. */
  product: Product | null;
  onClose: () => void;
}

/** The form of a product. Without a product it makes a new one. */
export function ProductDialog({ open, product, onClose }: ProductDialogProps) {
  const { t } = useTranslation();
  const add = useAddProduct();
  const change = useChangeProduct();
  const addOnce = useAddOnce(add, ({ data }, { body }) =>
    change.mutateAsync({ params: { id: data.id }, body }),
  );
  const draft = useDraft({
    name: `product.${product?.id ?? 'new'}`,
    saved: formOf(product),
    async reread() {
      if (!product) return undefined;
      const now = (await call(products.list, {})).find(({ id }) => id === product.id);
      return now && formOf(now);
    },
    schema: ProductPatch,
    failure: 'Não foi possível salvar o produto',
    save: (body) =>
      product ? change.mutateAsync({ params: { id: product.id }, body }) : addOnce({ body }),
  });

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={product ? t('Renomear produto') : t('Novo produto')}
      saveLabel={product ? t('Salvar') : t('Criar produto')}
      draft={draft}
    >
      <TextField
        label={t('Nome')}
        required
        hint={t('É o nome que os alunos veem quando algo está bloqueado.')}
        error={draft.errorOf('title')}
        {...draft.form.register('title')}
      />
    </FormDialog>
  );
}

const formOf = (product: Product | null) => ({ title: product?.title ?? '' });
