import type { Upsell } from '@vitrine/contract/catalog';
import { orList } from '../../platform/list-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { CardLink } from '../cards/card-link.tsx';

/** Explains the lock, and shows the school's offer. */
export function AccessOffer({ upsell, className }: { upsell: Upsell; className?: string }) {
  const { t, i18n } = useTranslation();
  const { text, link, price_text, button_text, products } = upsell;
  const names = orList(
    products.map(({ title }) => title),
    i18n.language,
  );
  return (
    <div className={className}>
      <p className="max-w-140 text-16 wrap-anywhere text-text-2">
        {products.length
          ? t('Disponível para quem tem {{names}}.', { names })
          : t('Este conteúdo ainda não está à venda.')}
        {text && ` ${text}`}
      </p>
      {price_text && (
        <p className="mt-3 text-18 font-semibold wrap-anywhere whitespace-pre-line">{price_text}</p>
      )}
      {link && (
        <CardLink href={link} className={cx(buttonClass('primary', 'lg'), 'mt-4')}>
          {button_text || t('Quero ter acesso')}
        </CardLink>
      )}
    </div>
  );
}
