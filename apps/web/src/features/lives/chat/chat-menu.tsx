import { VolumeX } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '../../../ui/menu.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { SilencesDialog } from './silences-dialog.tsx';

/** The menu of staff beside the title of a live's conversation. */
export default function ChatMenu({ label, liveId }: { label: string; liveId: number }) {
  const { t } = useTranslation();
  const [showsSilences, setShowsSilences] = useState(false);
  return (
    <>
      <Menu
        label={label}
        isPressed
        items={[
          {
            id: 'silences',
            label: t('Silenciados'),
            icon: <VolumeX />,
            onSelect: () => setShowsSilences(true),
          },
        ]}
      />
      {showsSilences && <SilencesDialog liveId={liveId} onClose={() => setShowsSilences(false)} />}
    </>
  );
}
