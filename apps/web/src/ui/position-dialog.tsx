import { useState, type FormEvent } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { NumberField } from './number-field.tsx';
import { useTranslation } from './translation.ts';

interface PositionDialogProps {
  open: boolean;
  onClose: () => void;
  /** The name of the row. */
  name: string;
  /** The place of the row, from 1. */
  position: number;
  total: number;
  /** Gets a place from 1 to `total`. */
  onMove: (position: number) => void;
}

/** Asks for the new place of a row in a long `SortableList`. */
export default function PositionDialog({ open, ...props }: PositionDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={t('Mover {{name}}', { name: props.name })}
      description={t('Está na posição {{position}} de {{total}}.', {
        position: props.position,
        total: props.total,
      })}
      width={400}
    >
      <PositionForm {...props} />
    </Dialog>
  );
}

/** Begins empty each time the dialog opens. */
function PositionForm({ onClose, total, onMove }: Omit<PositionDialogProps, 'open'>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    // The list may stand in a form.
    event.stopPropagation();
    const position = Number(typed);
    if (position < 1 || position > total || !Number.isInteger(position)) return setRefused(true);
    onClose();
    onMove(position);
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <NumberField
        label={t('Nova posição')}
        min={1}
        max={total}
        value={typed}
        error={isRefused ? t('Use de 1 a {{total}}.', { total }) : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(false);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancelar')}</Button>
        <Button type="submit" variant="primary">
          {t('Mover')}
        </Button>
      </div>
    </form>
  );
}
