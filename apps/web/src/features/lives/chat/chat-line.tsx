import type { LiveMessage } from '@vitrine/contract/live-chat';
import { RotateCcw } from 'lucide-react';
import { RoleBadge } from '../../../kit/page/role-badge.tsx';
import { clockTime } from '../../../platform/clock-time.ts';
import { fullTime } from '../../../platform/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { LateMenu } from '../../../ui/late-menu.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { OutgoingMessage } from './use-outbox.ts';

interface ChatLineProps {
  message: LiveMessage;
  /** Undefined where the viewer may not remove it. */
  onRemove: (() => void) | undefined;
  onSilence: (() => void) | undefined;
}

/** A message with its author, role and time. */
export function ChatLine({ message, onRemove, onSilence }: ChatLineProps) {
  const { t, i18n } = useTranslation();
  const { author, text, removed, created_at } = message;
  const name = author?.name ?? t('Membro removido');
  const menuLabel = t('Opções da mensagem de {{name}}', { name });
  if (removed)
    return <li className="py-1.5 pl-11 text-13 text-text-3 italic">{t('Mensagem removida')}</li>;
  return (
    <li className="chat-line">
      <Avatar name={name} src={author?.photo_url ?? null} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="truncate text-14 font-semibold" title={name}>
            {name}
          </span>
          <RoleBadge role={author?.role} />
          <time
            dateTime={String(created_at)}
            title={fullTime(created_at, i18n.language)}
            className="ml-auto shrink-0 text-12 text-text-3 tabular-nums"
          >
            {clockTime(created_at, i18n.language)}
          </time>
        </p>
        <p className="text-14 wrap-anywhere text-text-2" dir="auto">
          {text}
        </p>
      </div>
      {(onRemove || onSilence) && (
        <span className="chat-menu">
          <LateMenu label={menuLabel} load={() => import('./message-menu.tsx')}>
            {(MessageMenu) => (
              <MessageMenu label={menuLabel} onRemove={onRemove} onSilence={onSilence} />
            )}
          </LateMenu>
        </span>
      )}
    </li>
  );
}

interface OutgoingLineProps {
  one: OutgoingMessage;
  onAgain: () => void;
  onDrop: () => void;
}

/** A message that is being sent or has failed. */
export function OutgoingLine({ one, onAgain, onDrop }: OutgoingLineProps) {
  const { t } = useTranslation();
  return (
    <li className="py-1.5 pl-11">
      <p className="text-14 wrap-anywhere text-text-3" dir="auto">
        {one.text}
      </p>
      {one.failure === null ? (
        <p className="text-12 text-text-3">{t('Enviando mensagem')}</p>
      ) : (
        <>
          <p role="alert" className="text-13 text-error">
            {t('Não enviada.')} {t(one.failure)}
          </p>
          <p className="mt-1 flex flex-wrap gap-2">
            <Button size="sm" icon={<RotateCcw size={16} strokeWidth={2} />} onClick={onAgain}>
              {t('Tentar de novo')}
            </Button>
            <Button size="sm" variant="ghost" onClick={onDrop}>
              {t('Descartar')}
            </Button>
          </p>
        </>
      )}
    </li>
  );
}
