import { characterCount } from '@vitrine/contract/core';
import { limits } from '@vitrine/contract/live-chat';
import { SendHorizontal } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../ui/composing.ts';
import { GrowingArea } from '../../../ui/growing-area.tsx';
import { useTranslation } from '../../../ui/translation.ts';

interface ChatComposerProps {
  text: string;
  onWrite: (text: string) => void;
  onSend: () => void;
}

/** The counter appears when fewer characters than this are left. */
const COUNTED_FROM = 40;

/** Enter sends. Shift and Enter breaks the line. */
export function ChatComposer({ text, onWrite, onSend }: ChatComposerProps) {
  const { t } = useTranslation();
  const left = limits.message - characterCount(text.trim());
  const ready = text.trim() !== '' && left >= 0;
  const send = () => {
    if (ready) onSend();
  };
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="chat-field">
        <GrowingArea
          aria-label={t('Sua mensagem')}
          aria-describedby="chat-hint"
          aria-invalid={left < 0}
          placeholder={t('Escreva para todo mundo')}
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => onWrite(target.value)}
          onKeyDown={press}
          className="quiet-scroll field-sizing-content max-h-28 min-w-0 flex-1 resize-none bg-transparent py-2.5 text-16 outline-none md:text-15"
        />
        <button
          type="submit"
          aria-label={t('Enviar mensagem')}
          disabled={!ready}
          className="grid size-11 shrink-0 place-items-center rounded-control text-text hover:bg-hover disabled:text-text-3"
        >
          <SendHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <p id="chat-hint" className="mt-1 text-12 text-text-3">
        {left < COUNTED_FROM ? (
          <span className={left < 0 ? 'text-error' : undefined}>
            {left < 0
              ? t('{{count}} caractere a mais|{{count}} caracteres a mais', { count: -left })
              : t('{{count}} caractere restante|{{count}} caracteres restantes', { count: left })}
          </span>
        ) : (
          t('Até {{count}} mensagem por minuto.|Até {{count}} mensagens por minuto.', {
            count: limits.perMinute,
          })
        )}
      </p>
    </form>
  );
}
