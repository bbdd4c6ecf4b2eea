import { messages, type Carousel } from '@vitrine/contract/carousels';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemoveCarousel } from './carousels.queries.ts';

interface RemoveCarouselProps {
  /** Null while the dialog is closed. */
  carousel: Carousel | null;
  onClose: () => void;
  finalFocus: DialogProps['finalFocus'];
}

/** The dialog of C section 2. It is open while there is a carousel. */
export function RemoveCarousel({ carousel, onClose, finalFocus }: RemoveCarouselProps) {
  const { t } = useTranslation();
  const remove = useRemoveCarousel();
  return (
    <ConfirmDialog
      open={carousel !== null}
      onClose={onClose}
      finalFocus={finalFocus}
      title={t('Remover carrossel')}
      text={t('Deseja mesmo remover este carrossel?')}
      confirmLabel={t('Remover')}
      danger
      failure={t(messages.removeFailed)}
      onConfirm={() => carousel && remove.mutateAsync({ params: { id: carousel.id } })}
    />
  );
}
