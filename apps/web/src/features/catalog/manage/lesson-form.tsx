import { LessonPatch, type Lesson } from '@vitrine/contract/catalog';
import { filePath } from '@vitrine/contract/file-addresses';
import { readVideo, type PastedVideo } from '@vitrine/contract/videos';
import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from '../../../ui/translation.ts';
import { useDraft } from '../../../kit/forms/draft.ts';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { coverPixels } from '../../../kit/images/image-limits.ts';
import { LinkField } from '../../../kit/links/link-field.tsx';
import { nameOf } from '../../../kit/links/video-address-field.tsx';
import { frameOf } from '../../../kit/images/video-frame.ts';
import { sendImage } from '../../../kit/uploads/file-upload.ts';
import { useUpload, useUploadParts } from '../../../kit/uploads/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineWarning } from '../../../ui/inline-warning.tsx';
import { SwitchField } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useChangeLesson } from './courses.queries.ts';
import { DetailsForm, RichTextField } from './details-form.tsx';
import { DurationField } from './duration-field.tsx';
import { LessonCaptions, type LessonCaption } from './lesson-captions.tsx';
import { LessonFiles, type LessonFile } from './lesson-files.tsx';
import { LessonQuizField } from './lesson-quiz-field.tsx';
import { VideoField } from './video-field.tsx';

interface LessonDraft {
  title: string;
  content: string;
  cover: string | null;
  video_url: string | null;
  embed: string | null;
  link: string | null;
  duration_seconds: number | null;
  captions: LessonCaption[];
  files: LessonFile[];
  sample: boolean;
  quiz_id: number | null;
  quiz_required: boolean;
}

/** The form of a lesson: media first, then text and files. */
export function LessonForm({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const change = useChangeLesson();
  const uploads = useUploadParts();
  // Values that the video reports, sometimes after a save. If nothing else has changed, they save
  // automatically.
  const [reportedByVideo, setReportedByVideo] = useState<
    Pick<Partial<LessonDraft>, 'cover' | 'duration_seconds'>
  >({});
  const cover = useUpload({
    automatic: true,
    send: (file, options) => sendImage(file, 'image', options),
    onDone: ({ path }) => {
      if (form.getValues('cover')) return;
      form.setValue('cover', path);
      setReportedByVideo((before) => ({ ...before, cover: path }));
    },
  });
  const draft = useDraft<LessonDraft>({
    name: `lesson.${lesson.id}`,
    saved: formOf(lesson),
    schema: LessonPatch,
    failure: 'Não foi possível salvar a aula',
    asSaved: formOf,
    automatic: reportedByVideo,
    save: (_, { changes, version = lesson.version }) =>
      change.mutateAsync({ params: { id: lesson.id }, body: { ...changes, version } }),
  });
  const { form, values } = draft;

  const isUploading = uploads.part !== null;
  const isSavingReports = useRef(false);
  useEffect(() => {
    if (isSavingReports.current || draft.saving || !draft.dirty || draft.typed || isUploading)
      return;
    isSavingReports.current = true;
    void draft.submit().then(() => {
      isSavingReports.current = false;
      // Removes the saved values, also after a failure. Values reported meanwhile stay for the next
      // save.
      setReportedByVideo((now) => without(now, reportedByVideo));
    });
  }, [draft, reportedByVideo, isUploading]);

  /** Makes a cover from a frame of the video, unless the owner has chosen a cover meanwhile. */
  async function coverFrom(film: File) {
    if (form.getValues('cover')) return;
    const frame = await frameOf(film);
    if (!frame || form.getValues('cover')) return;
    cover.start(frame);
  }

  return (
    <DetailsForm
      draft={draft}
      uploading={uploads.part}
      aside={
        <>
          <ImageField
            label={t('Capa')}
            use="image"
            crop={coverPixels}
            value={values.cover}
            error={draft.errorOf('cover')}
            onChange={(path) => form.setValue('cover', path)}
            onPart={uploads.onPartOf('cover')}
          />
          <DurationField
            value={values.duration_seconds}
            error={draft.errorOf('duration_seconds')}
            onChange={(seconds) => form.setValue('duration_seconds', seconds)}
          />
          <SwitchField
            label={t('Aula de amostra')}
            hint={t(
              'Abre também para quem não tem o curso, e para visitantes com a vitrine aberta.',
            )}
            checked={values.sample}
            onCheckedChange={(on) => form.setValue('sample', on)}
          />
          <LessonQuizField
            saved={lesson.quiz}
            value={values.quiz_id}
            required={values.quiz_required}
            error={draft.errorOf('quiz_id')}
            onChange={(next) => {
              form.setValue('quiz_id', next.quiz_id);
              form.setValue('quiz_required', next.quiz_required);
              form.clearErrors('quiz_id');
            }}
          />
          <Controller
            name="link"
            control={form.control}
            render={({ field }) => (
              <LinkField
                label={t('Link')}
                hint={t('Um botão na aula: leitura, formulário, sala de aula ao vivo.')}
                placeholder="www.site.com"
                error={draft.errorOf('link')}
                noteFor={(address) => {
                  const video = readVideo(address);
                  return (
                    video && (
                      <VideoUnderLink
                        video={video}
                        onUse={
                          values.video_url || values.embed
                            ? undefined
                            : () => {
                                const embeds = video.kind === 'player';
                                form.setValue('video_url', embeds ? null : video.url);
                                form.setValue('embed', embeds ? video.url : null);
                                form.setValue('link', null);
                              }
                        }
                      />
                    )
                  );
                }}
                {...field}
              />
            )}
          />
        </>
      }
    >
      <TextField
        label={t('Título')}
        required
        error={draft.errorOf('title')}
        {...form.register('title')}
      />
      <VideoField
        video={values.video_url}
        embed={values.embed}
        playable={lesson.video_url}
        errors={{ video_url: draft.errorOf('video_url'), embed: draft.errorOf('embed') }}
        onChange={(next) => {
          form.setValue('video_url', next.video_url);
          form.setValue('embed', next.embed);
          form.clearErrors(['video_url', 'embed']);
        }}
        onDuration={(seconds) => {
          form.setValue('duration_seconds', seconds);
          setReportedByVideo((before) => ({ ...before, duration_seconds: seconds }));
        }}
        onFilm={(film) => void coverFrom(film)}
        onPart={uploads.onPartOf('video')}
      />
      {(values.video_url || values.captions.length > 0) && (
        <LessonCaptions
          captions={values.captions}
          error={draft.errorOf('captions')}
          onChange={(captions) => form.setValue('captions', captions)}
          onPart={uploads.onPartOf('captions')}
        />
      )}
      <RichTextField
        label={t('Texto da aula')}
        value={values.content}
        error={draft.errorOf('content')}
        minHeight={240}
        keepsBlocks
        formulas
        onChange={(html) => form.setValue('content', html)}
      />
      <LessonFiles
        files={values.files}
        error={draft.errorOf('files')}
        onChange={(files) => form.setValue('files', files)}
        onPart={uploads.onPartOf('files')}
      />
    </DetailsForm>
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

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 * Signed addresses differ in each answer, so files are compared by path. Pictures in the text keep
 * their signature, because the editor shows them.
 */
const formOf = (lesson: Lesson): LessonDraft => ({
  title: lesson.title,
  content: lesson.content,
  cover: lesson.cover,
  video_url: lesson.video_url && storedPath(lesson.video_url),
  embed: lesson.embed,
  link: lesson.link,
  duration_seconds: lesson.duration_seconds,
  captions: lesson.captions.map(({ language, url }) => ({ language, path: storedPath(url) })),
  files: lesson.files.map(({ name, url, size }) => ({ name, path: storedPath(url), size })),
  sample: Boolean(lesson.sample),
  quiz_id: lesson.quiz?.id ?? null,
  quiz_required: Boolean(lesson.quiz?.required),
});

/** The fields that differ from `before`. */
const without = <T extends object>(now: T, before: T) =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => value !== before[field as keyof T]),
  ) as T;

const storedPath = (url: string) => filePath(url) ?? url;
