import { messages, type Carousel } from '@vitrine/contract/carousels';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemoveCarousel } from './carousels.queries.ts';

interface RemoveCarouselProps {
  /** Null while the dialog is closed. */
  carousel: Carousel | null;
  onClose: () => void;
}

/** The dialog of C section 2. It is open while there is a carousel. */
export function RemoveCarousel({ carousel, onClose }: RemoveCarouselProps) {
  const { t } = useTranslation();
  const remove = useRemoveCarousel();
  return (
    <ConfirmDialog
      open={carousel !== null}
      onClose={onClose}
      title={t('Remover carrossel')}
      text={t('Deseja mesmo remover este carrossel?')}
      confirmLabel={t('Remover')}
      danger
      failure={t(messages.removeFailed)}
      onConfirm={() => carousel && remove.mutateAsync({ params: { id: carousel.id } })}
    />
  );
}
