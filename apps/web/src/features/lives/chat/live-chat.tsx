import { chatState, limits, messages as texts, oneLine } from '@vitrine/contract/live-chat';
import type { ShownLive } from '@vitrine/contract/lives';
import { ArrowDown, ChevronUp } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { useIsStaff, useViewer } from '../../../platform/site-context.ts';
import { Button } from '../../../ui/button.tsx';
import { useHeldFocus } from '../../../ui/held-focus.ts';
import { LateMenu } from '../../../ui/late-menu.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatLine, OutgoingLine } from './chat-line.tsx';
import { useRemoveMessage, useSilence } from './live-chat.queries.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useChatScroll } from './use-chat-scroll.ts';
import { useLiveChat } from './use-live-chat.ts';
import { useOutbox } from './use-outbox.ts';
import './live-chat.css';

interface LiveChatProps {
  live: ShownLive;
  /** The server's clock, in ms. */
  now: number;
}

/**
 * The conversation beside a live. A reader who scrolled up keeps the place, and a pill leads back.
 */
export function LiveChat({ live, now }: LiveChatProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const atEnd = useRef(true);
  const chat = useLiveChat(live.id, () => atEnd.current);
  const { messages, newest } = chat;
  const state = chatState(live, now);
  const outbox = useOutbox(live.id, {
    lastId: messages.at(-1)?.id ?? 0,
    onSent: (message) => chat.add([message]),
    onRefused: () => void newest.refetch(),
  });
  const announcement = useAnnouncement(newest.isSuccess ? messages : null, viewer?.id);
  const scroll = useChatScroll({ atEnd, messages, outgoing: outbox.outgoing });
  // The menu of a removed message goes with it.
  const heldFocus = useHeldFocus(scroll.list);

  if (state === 'closed' && newest.isSuccess && !messages.length) return null;
  return (
    <section aria-labelledby="chat-title" className="live-chat">
      <ChatHead liveId={live.id} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="chat-room">
        <div
          ref={scroll.list}
          onScroll={scroll.onScroll}
          {...heldFocus}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t('Mensagens')}
          className="chat-lines quiet-scroll"
        >
          <Messages live={live} chat={chat} outbox={outbox} opensLater={state === 'soon'} />
        </div>
        {scroll.unread > 0 && (
          <Button
            size="sm"
            variant="primary"
            className="chat-pill"
            icon={<ArrowDown size={16} strokeWidth={2} />}
            onClick={scroll.scrollToEnd}
          >
            {t('{{count}} nova mensagem|{{count}} novas mensagens', { count: scroll.unread })}
          </Button>
        )}
      </div>
      {state !== 'soon' && (
        <div className="chat-foot" onFocus={scroll.showLines}>
          <ChatFoot
            closed={state === 'closed'}
            silenced={newest.data?.silenced === true}
            text={outbox.text}
            onWrite={outbox.write}
            onSend={() => {
              outbox.send();
              scroll.scrollToEnd();
              scroll.showLines();
            }}
          />
        </div>
      )}
    </section>
  );
}

/** The title. Staff have a menu that lists the silenced members. */
function ChatHead({ liveId }: { liveId: number }) {
  const { t } = useTranslation();
  const isStaff = useIsStaff();
  const menuLabel = t('Opções da conversa');
  return (
    <div className="flex min-h-14 items-center gap-2 px-4">
      <h2 id="chat-title" className="flex-1 text-16 font-semibold">
        {t('Conversa')}
      </h2>
      {isStaff && (
        <LateMenu label={menuLabel} load={() => import('./chat-menu.tsx')}>
          {(ChatMenu) => <ChatMenu label={menuLabel} liveId={liveId} />}
        </LateMenu>
      )}
    </div>
  );
}

interface MessagesProps {
  live: ShownLive;
  chat: ReturnType<typeof useLiveChat>;
  outbox: ReturnType<typeof useOutbox>;
  opensLater: boolean;
}

/** The messages, oldest first, and below them the viewer's own that are being sent. */
function Messages({ live, chat, outbox, opensLater }: MessagesProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const isStaff = useIsStaff();
  const { messages, newest, older } = chat;
  const { removeOf, silenceOf } = useMessageActions(live.id, chat);
  // The stream may deliver the viewer's own message before the answer. It must not show twice.
  const own = messages.filter(({ author }) => author?.id === viewer?.id);
  const outgoing = outbox.outgoing.filter(({ text, failure, after }) => {
    if (failure !== null) return true;
    const at = own.findIndex((message) => message.id > after && message.text === oneLine(text));
    // One delivered message stands for one that was sent: the same text may be sent twice.
    if (at !== -1) own.splice(at, 1);
    return at === -1;
  });
  return (
    <>
      {newest.isPending && <Skeleton shape="row" count={4} />}
      {newest.isError && !messages.length && (
        <QueryError query={newest} title={t('A conversa não carregou')} />
      )}
      {older.has && <OlderMessages state={older.state} onRead={older.read} />}
      {newest.isSuccess && !messages.length && !outgoing.length && (
        <EmptyChat opensLater={opensLater} />
      )}
      <ul>
        {messages.map((message) => {
          const { id, author } = message;
          const isOwn = author?.id === viewer?.id;
          return (
            <ChatLine
              key={id}
              message={message}
              onRemove={isStaff || isOwn ? removeOf(id) : undefined}
              onSilence={
                isStaff && author && !author.staff ? silenceOf(author.id, author.name) : undefined
              }
            />
          );
        })}
        {outgoing.map((one) => (
          <OutgoingLine
            key={one.key}
            one={one}
            onAgain={() => outbox.again(one)}
            onDrop={() => outbox.drop(one.key)}
          />
        ))}
      </ul>
    </>
  );
}

/** The actions on a message and on its author, as handlers. */
function useMessageActions(liveId: number, { messages, add }: MessagesProps['chat']) {
  const { t } = useTranslation();
  const remove = useRemoveMessage();
  const silence = useSilence();
  return {
    removeOf: (messageId: number) => () =>
      remove.mutate(
        { params: { id: liveId, messageId } },
        {
          onSuccess: () => {
            const removed = messages.find(({ id }) => id === messageId);
            if (removed) add([{ ...removed, text: '', removed: true, author: null }]);
          },
        },
      ),
    silenceOf: (memberId: number, name: string) => () =>
      silence.mutate(
        { params: { id: liveId, memberId } },
        {
          onSuccess: () => toast.success(t('{{name}} não escreve mais nesta conversa.', { name })),
        },
      ),
  };
}

interface ChatFootProps extends ComponentProps<typeof ChatComposer> {
  closed: boolean;
  silenced: boolean;
}

/** The composer, or the reason why the viewer cannot write. */
function ChatFoot({ closed, silenced, ...composer }: ChatFootProps) {
  const { t } = useTranslation();
  if (closed) return <p className="text-14 text-text-2">{t('A conversa foi encerrada.')}</p>;
  if (silenced) return <p className="text-14 text-text-2">{t(texts.silenced)}</p>;
  return <ChatComposer {...composer} />;
}

function OlderMessages(props: { state: 'rest' | 'busy' | 'failed'; onRead: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center py-2">
      {props.state === 'failed' && (
        <p role="alert" className="mb-2 text-13 text-error">
          {t('As mensagens anteriores não carregaram.')}
        </p>
      )}
      <Button
        size="sm"
        variant="ghost"
        busy={props.state === 'busy'}
        icon={<ChevronUp size={16} strokeWidth={2} />}
        onClick={props.onRead}
      >
        {t('Mensagens anteriores')}
      </Button>
    </div>
  );
}

function EmptyChat({ opensLater }: { opensLater: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="py-6 text-center text-14 text-text-2">
      {opensLater
        ? t(
            'A conversa abre {{count}} minuto antes do início.|A conversa abre {{count}} minutos antes do início.',
            { count: limits.opensMinutes },
          )
        : t('Ninguém escreveu ainda. Diga oi.')}
    </p>
  );
}
