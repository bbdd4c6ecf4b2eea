import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { notCopied } from './copy-text.ts';

interface LinkDialogProps {
  open: boolean;
  url: string;
  onClose: () => void;
}

/** Shows a link that the browser did not copy, selected. */
export function LinkDialog({ open, url, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Copiar link')}
      description={t(notCopied)}
      // On touch devices too: a field that takes no text opens no keyboard.
      initialFocus={field}
      actions={<Button onClick={onClose}>{t('Fechar')}</Button>}
    >
      <LinkToCopy ref={field} label={t('Link')} value={url} />
    </Dialog>
  );
}

/** A link in a field that selects it whole with the focus. */
export const LinkToCopy = (props: Pick<TextFieldProps, 'ref' | 'label' | 'hint' | 'value'>) => (
  <TextField readOnly onFocus={({ currentTarget }) => currentTarget.select()} {...props} />
);
