import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';

/** Names this tab: a channel also delivers to the other channels of its own tab. */
const TAB = Math.random();

interface TabMessage<Message> {
  tab: number;
  memberId: number;
  message: Message;
}

/**
 * Messages among the tabs that one member has open in this browser. A browser without channels sends
 * none.
 *
 * ```ts
 * const readElsewhere = tabChannel<number[]>('read');
 * readElsewhere.post([7]);                                  // after a save
 * useEffect(() => readElsewhere.listen(show), [show]);      // in a component
 * ```
 */
export function tabChannel<Message>(name: string) {
  const open = () =>
    'BroadcastChannel' in window ? new BroadcastChannel(`vitrine-${name}-${tenantId()}`) : null;
  return {
    post(message: Message) {
      const memberId = viewer()?.id;
      const channel = memberId === undefined ? null : open();
      channel?.postMessage({ tab: TAB, memberId, message });
      channel?.close();
    },
    /** Returns a function that stops listening. */
    listen(onMessage: (message: Message) => void) {
      const channel = open();
      if (channel)
        channel.onmessage = ({ data }: MessageEvent<TabMessage<Message>>) => {
          if (data.tab !== TAB && data.memberId === viewer()?.id) onMessage(data.message);
        };
      return () => channel?.close();
    },
  };
}
