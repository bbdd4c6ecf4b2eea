import type { Author } from '@vitrine/contract/posts';
import { VolumeX } from 'lucide-react';
import { useState } from 'react';
import type { MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useSilence, useUnsilence } from './posts.queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { silenceFor, SilenceTime, type SilencePeriod } from './silence-time.tsx';

/** The team keeps its voice, and nobody is left to silence once they have gone. */
export const maySilence = (author: Author | null) => author !== null && !author.staff;

/** The item of a menu that opens `SilenceDialog`. */
export const silenceItem = (label: string, onSelect: () => void): MenuItem => ({
  id: 'silence',
  label,
  icon: <VolumeX />,
  onSelect,
});

interface SilenceDialogProps {
  communityId: number;
  author: Author;
  onClose: () => void;
}

/** Silences a member from one of their posts or comments, without a report. */
export function SilenceDialog({ communityId, author, onClose }: SilenceDialogProps) {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<SilencePeriod>('7');
  const silence = useSilence();
  const unsilence = useUnsilence();
  const params = { params: { id: communityId, memberId: author.id } };
  return (
    <ReasonDialog
      title={t('Silenciar {{name}}', { name: author.name })}
      label={t('O que a pessoa vai ler')}
      action={t('Silenciar')}
      hint={t('A pessoa lê e não escreve nesta comunidade. Fica no registro com seu nome.')}
      onClose={onClose}
      send={async (reason) => {
        const body = { ...silenceFor(period), reason: reason.trim() };
        await silence.mutateAsync({ ...params, body });
        toast.undo(t('Pessoa silenciada'), () => unsilence.mutate(params));
      }}
    >
      <div className="mb-4">
        <SilenceTime wide value={period} onChange={setPeriod} />
      </div>
    </ReasonDialog>
  );
}
