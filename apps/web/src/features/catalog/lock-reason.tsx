import type { Upsell } from '@vitrine/contract/catalog';
import { Lock } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';

/** A lock with the products that open it. */
export function LockReason({ upsell: { products } }: { upsell: Upsell }) {
  const { t } = useTranslation();
  const [first, ...others] = products;
  const onlyName = first?.title ?? t('Fechado por enquanto');
  return (
    <p className="lock-reason">
      <Lock size={14} strokeWidth={2} aria-hidden="true" />
      <span className="truncate">
        {others.length
          ? t('{{name}} e mais {{count}}', { name: onlyName, count: others.length })
          : onlyName}
      </span>
    </p>
  );
}
