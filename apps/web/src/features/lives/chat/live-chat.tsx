import { chatState, limits, messages as texts, oneLine } from '@vitrine/contract/live-chat';
import type { ShownLive } from '@vitrine/contract/lives';
import { ArrowDown, ChevronUp, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { useIsStaff, useViewer } from '../../../platform/site-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatLine, OutgoingLine } from './chat-line.tsx';
import { useRemoveMessage, useSilence } from './live-chat.queries.ts';
import { SilencesDialog } from './silences-dialog.tsx';
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
  const isStaff = useIsStaff();
  const atEnd = useRef(true);
  const [silences, setSilences] = useState(false);
  const chat = useLiveChat(live.id, () => atEnd.current);
  const { messages, newest } = chat;
  const state = chatState(live, now);
  const outbox = useOutbox(live.id, {
    lastId: messages.at(-1)?.id ?? 0,
    onSent: (message) => chat.add([message]),
    onRefused: () => void newest.refetch(),
  });
  const remove = useRemoveMessage();
  const silence = useSilence();
  const announcement = useAnnouncement(messages, viewer?.id);

  // The stream may deliver one's own message before the answer: it must not show twice.
  const outgoing = outbox.outgoing.filter(
    ({ text, failure, after }) =>
      failure !== null ||
      !messages.some(
        (message) =>
          message.id > after && message.author?.id === viewer?.id && message.text === oneLine(text),
      ),
  );
  const scroll = useChatScroll({ atEnd, messages, outgoing: outbox.outgoing });

  const removeOf = (messageId: number) => () =>
    remove.mutate(
      { params: { id: live.id, messageId } },
      {
        onSuccess: () => {
          const removed = messages.find(({ id }) => id === messageId);
          if (removed) chat.add([{ ...removed, text: '', removed: true, author: null }]);
        },
      },
    );
  const silenceOf = (memberId: number, name: string) => () =>
    silence.mutate(
      { params: { id: live.id, memberId } },
      { onSuccess: () => toast.success(t('{{name}} não escreve mais nesta conversa.', { name })) },
    );

  if (state === 'closed' && newest.isSuccess && !messages.length) return null;
  return (
    <section aria-labelledby="chat-title" className="live-chat">
      <div className="flex min-h-14 items-center gap-2 px-4">
        <h2 id="chat-title" className="flex-1 text-16 font-semibold">
          {t('Conversa')}
        </h2>
        {isStaff && (
          <Menu
            label={t('Opções da conversa')}
            items={[
              {
                id: 'silences',
                label: t('Silenciados'),
                icon: <VolumeX />,
                onSelect: () => setSilences(true),
              },
            ]}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="chat-room">
        <div
          ref={scroll.list}
          onScroll={scroll.onScroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t('Mensagens')}
          className="chat-lines quiet-scroll"
        >
          {newest.isPending && <Skeleton shape="row" count={4} />}
          {newest.isError && !messages.length && (
            <QueryError query={newest} title={t('A conversa não carregou')} />
          )}
          {chat.older.has && <OlderMessages state={chat.older.state} onRead={chat.older.read} />}
          {newest.isSuccess && !messages.length && !outgoing.length && (
            <EmptyChat opensLater={state === 'soon'} />
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
                    isStaff && author && !author.staff
                      ? silenceOf(author.id, author.name)
                      : undefined
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
        <div className="chat-foot">
          {state === 'closed' ? (
            <p className="text-14 text-text-2">{t('A conversa foi encerrada.')}</p>
          ) : newest.data?.silenced ? (
            <p className="text-14 text-text-2">{t(texts.silenced)}</p>
          ) : (
            <ChatComposer
              text={outbox.text}
              onWrite={outbox.write}
              onSend={() => {
                outbox.send();
                scroll.scrollToEnd();
                scroll.list.current?.scrollIntoView({ block: 'nearest' });
              }}
            />
          )}
        </div>
      )}
      {silences && <SilencesDialog liveId={live.id} onClose={() => setSilences(false)} />}
    </section>
  );
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
        icon={<ChevronUp size={16} strokeWidth={1.75} />}
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
