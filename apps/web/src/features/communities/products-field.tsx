import { useEffect, useId } from 'react';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface ProductsFieldProps {
  value: number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
  /** No field above it is wrong. */
  isFirst: boolean;
  /** Number of saves that were tried. */
  submitCount: number;
}

/**
 * The products that open a community. A refused save moves the focus to the picker, which is no
 * input.
 */
export function ProductsField({ isFirst, submitCount, ...picker }: ProductsFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const isFirstError = picker.error !== undefined && isFirst;
  useEffect(() => {
    if (isFirstError) document.getElementById(id)?.focus();
  }, [id, isFirstError, submitCount]);
  return <ProductPicker id={id} label={t('Produtos com acesso')} required {...picker} />;
}
