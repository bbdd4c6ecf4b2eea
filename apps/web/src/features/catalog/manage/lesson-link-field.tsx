import { readVideo, type PastedVideo } from '@vitrine/contract/videos';
import { DraftField } from '../../../kit/forms/draft-field.tsx';
import { LinkField } from '../../../kit/links/link-field.tsx';
import { nameOf } from '../../../kit/links/video-address-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineWarning } from '../../../ui/inline-warning.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { LessonFields } from './lesson-draft.ts';

/** The link of a lesson. It offers to show the address of a video as the lesson's video instead. */
export function LessonLinkField({ draft }: Pick<LessonFields, 'draft'>) {
  const { t } = useTranslation();
  const { set, values } = draft;
  const hasVideo = Boolean(values.video_url || values.embed);

  function showAsVideo({ kind, url }: PastedVideo) {
    set('video_url', kind === 'player' ? null : url);
    set('embed', kind === 'player' ? url : null);
    set('link', null);
  }

  return (
    <DraftField draft={draft} name="link">
      {(field) => (
        <LinkField
          label={t('Link')}
          hint={t('Um botão na aula: leitura, formulário, sala de aula ao vivo.')}
          placeholder="www.site.com"
          noteFor={(address) => {
            const video = readVideo(address);
            return (
              video && (
                <VideoUnderLink
                  video={video}
                  onUse={hasVideo ? undefined : () => showAsVideo(video)}
                />
              )
            );
          }}
          {...field}
        />
      )}
    </DraftField>
  );
}

interface VideoUnderLinkProps {
  video: PastedVideo;
  onUse: (() => void) | undefined;
}

/** A button of the lesson leads away from it: a video belongs above. */
function VideoUnderLink({ video, onUse }: VideoUnderLinkProps) {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-start gap-2">
      <InlineWarning>
        {t('{{video}}: como link, abre fora da aula.', { video: nameOf(t, video) })}
      </InlineWarning>
      {onUse && (
        <Button size="sm" onClick={onUse}>
          {t('Usar como vídeo da aula')}
        </Button>
      )}
    </div>
  );
}
