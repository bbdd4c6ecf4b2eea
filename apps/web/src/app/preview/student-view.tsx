import { freshness } from '@vitrine/contract/core';
import { products } from '@vitrine/contract/products';
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStudentSeen } from '../../kit/first-steps/first-steps.queries.ts';
import { ProductPicker } from '../../kit/forms/product-picker.tsx';
import { previewDevice, previewStudent } from '../../kit/preview/preview.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FullView } from '../../ui/full-view.tsx';
import { besideDrawer, useMediaQuery } from '../../ui/media-query.ts';
import { useTranslation } from '../../ui/translation.ts';
import { DeviceSwitch } from './device-switch.tsx';
import { SiteFrame } from './site-frame.tsx';

interface StudentViewProps {
  /** The products that the student holds. */
  productIds: readonly number[];
}

/** The site as a student sees it: no edit controls, and content outside their products locked. */
export function StudentView({ productIds }: StudentViewProps) {
  const { t } = useTranslation();
  const isWide = useMediaQuery(besideDrawer);
  const phone = previewDevice.use() === 'phone' && isWide;
  const { mutate: markSeen } = useStudentSeen();
  useEffect(() => markSeen({}), [markSeen]);
  const leavePreview = () => previewStudent.set(null);
  return (
    <FullView
      open
      onClose={leavePreview}
      label={t('Ver como aluno')}
      bar={
        <>
          <StudentProducts productIds={productIds} />
          {isWide && <DeviceSwitch />}
          <Button
            variant="primary"
            size="sm"
            icon={<Undo2 size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={leavePreview}
          >
            {t('Voltar a editar')}
          </Button>
        </>
      }
    >
      <div className="grid h-full place-items-center">
        <SiteFrame
          title={t('O site como o aluno vê')}
          student={productIds}
          phone={phone}
          onEscape={leavePreview}
        />
      </div>
    </FullView>
  );
}

/** Chooses the simulated student: without products, or with chosen ones. */
function StudentProducts({ productIds }: StudentViewProps) {
  const { t } = useTranslation();
  const [choosingProducts, setChoosingProducts] = useState(false);
  const list = useContractQuery(products.list, {}, { staleTime: freshness.hour });
  const only =
    productIds.length === 1 ? list.data?.find(({ id }) => id === productIds[0])?.title : undefined;
  return (
    <>
      <Button size="sm" onClick={() => setChoosingProducts(true)}>
        <span className="max-w-64 truncate">
          {t('Aluno com: {{products}}', {
            products: productIds.length
              ? (only ?? t('{{count}} produto|{{count}} produtos', { count: productIds.length }))
              : t('nenhum produto'),
          })}
        </span>
      </Button>
      <Dialog
        open={choosingProducts}
        onClose={() => setChoosingProducts(false)}
        title={t('Produtos do aluno')}
        description={t('Sem produtos, é o aluno que ainda não comprou nada.')}
        actions={
          <Button variant="primary" onClick={() => setChoosingProducts(false)}>
            {t('Pronto')}
          </Button>
        }
      >
        <ProductPicker value={productIds} creates={false} onChange={previewStudent.set} />
      </Dialog>
    </>
  );
}
