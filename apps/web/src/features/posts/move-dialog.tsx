import type { Community } from '@vitrine/contract/communities';
import type { Post } from '@vitrine/contract/posts';
import { useState } from 'react';
import { useNeighborFocus } from '../../kit/page/neighbor-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useChangePost } from './posts.queries.ts';

/** Staff move a post to another channel of its community. */
export function MoveDialog({
  post,
  community,
  onClose,
}: {
  post: Post;
  community: Community;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangePost();
  const others = community.channels.filter(({ id }) => id !== post.channel_id);
  const [to, setTo] = useState(others[0]?.id ?? post.channel_id);
  const leaving = useNeighborFocus(`[data-post="${post.id}"]`, '[data-post]');
  const attempt = useAttempt(
    () =>
      leaving.during(() =>
        change.mutateAsync({ params: { id: post.id }, body: { channel_id: to } }),
      ),
    onClose,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={leaving.finalFocus}
      title={t('Mover publicação')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancelar')}</Button>
          <Button variant="primary" busy={attempt.busy} onClick={() => void attempt.run()}>
            {t('Mover')}
          </Button>
        </>
      }
    >
      <Select
        label={t('Canal')}
        value={to}
        options={others.map(({ id, title }) => ({ value: id, label: title }))}
        onValueChange={(channel) => {
          attempt.forget();
          setTo(channel);
        }}
      />
      <AttemptError error={attempt.error} className="mt-3" />
    </Dialog>
  );
}
