import type { Reply } from '@vitrine/contract/comments';
import { clock } from '@vitrine/contract/durations';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { htmlOf } from './comment-html.ts';
import { useAddComment } from './comments.queries.ts';
import type { Moment } from './moment.ts';
import { useStoredText } from './stored-text.ts';
import { Writing } from './writing.tsx';

interface ComposerProps {
  lessonId: number;
  /** The comment to answer. */
  answered?: Reply;
  video?: RefObject<Moment | null>;
  onDone?: () => void;
  /** Called with the comment's id; null while it waits for a connection. */
  onSent?: (id: number | null) => void;
}

/** The field for a new comment. Its draft survives a reload. */
export function Composer({ lessonId, answered, video, onDone, onSent }: ComposerProps) {
  const { t } = useTranslation();
  const { text, write, forget } = useStoredText(`comment.${lessonId}.${answered?.id ?? 0}`);
  const [seconds, setSeconds] = useState<number | null>(null);
  // The second of the video when the viewer began to write.
  const [moment, setMoment] = useState(0);
  const add = useAddComment();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (answered) area.current?.focus();
  }, [answered]);

  async function send() {
    const added = await add.mutateAsync({
      lessonId,
      body: { content: htmlOf(text), parent_id: answered?.id ?? null, seconds },
    });
    forget();
    setSeconds(null);
    onSent?.(added?.id ?? null);
    onDone?.();
  }

  const viewer = useViewer();
  const name = answered?.author?.name;
  return (
    <div className="flex items-start gap-3.5 not-first:mt-5 print:hidden">
      <Avatar name={viewer?.name ?? ''} src={viewer?.photo_url} size={answered ? 32 : 40} />
      <Writing
        ref={area}
        label={name ? t('Responder a {{name}}', { name }) : t('Pergunte ou conte como foi')}
        action={answered ? t('Responder') : t('Comentar')}
        value={text}
        onChange={write}
        send={send}
        onEnter={() => setMoment(Math.floor(video?.current?.now() ?? 0))}
        onCancel={() => {
          forget();
          setSeconds(null);
          onDone?.();
        }}
        aside={
          (seconds !== null || moment > 0) && (
            <button
              type="button"
              aria-pressed={seconds !== null}
              className="moment-chip"
              onClick={() => setSeconds(seconds === null ? moment : null)}
            >
              {t('Em {{time}}', { time: clock(seconds ?? moment) })}
            </button>
          )
        }
      />
    </div>
  );
}
