import type { Lesson } from '@vitrine/contract/catalog';
import { ImageField } from '../../../kit/images/image-field.tsx';
import { coverPixels } from '../../../kit/images/image-limits.ts';
import { useCombinedProgress, type ReportProgress } from '../../../kit/uploads/upload.ts';
import { SwitchField } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { DetailsForm, RichTextField } from './details-form.tsx';
import { DurationField } from './duration-field.tsx';
import { LessonCaptions } from './lesson-captions.tsx';
import { useLessonDraft, type LessonFields } from './lesson-draft.ts';
import { LessonFiles } from './lesson-files.tsx';
import { LessonLinkField } from './lesson-link-field.tsx';
import { LessonQuizField } from './lesson-quiz-field.tsx';
import { VideoField } from './video-field.tsx';

/** The form of a lesson: media first, then text and files. */
export function LessonForm({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const uploads = useCombinedProgress();
  const { draft, coverFrom, setDuration } = useLessonDraft(lesson, {
    isUploading: uploads.progress !== null,
  });
  const { form, set, values } = draft;

  return (
    <DetailsForm
      draft={draft}
      uploadProgress={uploads.progress}
      aside={
        <LessonAside
          draft={draft}
          savedQuiz={lesson.quiz}
          onUploadProgress={uploads.onProgressOf('cover')}
        />
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
          set('video_url', next.video_url);
          set('embed', next.embed);
        }}
        onDuration={setDuration}
        onVideoFile={(file) => void coverFrom(file)}
        onUploadProgress={uploads.onProgressOf('video')}
      />
      {(values.video_url || values.captions.length > 0) && (
        <LessonCaptions
          captions={values.captions}
          error={draft.errorOf('captions')}
          onChange={(captions) => set('captions', captions)}
          onUploadProgress={uploads.onProgressOf('captions')}
        />
      )}
      <RichTextField
        label={t('Texto da aula')}
        value={values.content}
        error={draft.errorOf('content')}
        minHeight={240}
        keepsBlocks
        formulas
        onChange={(html) => set('content', html)}
      />
      <LessonFiles
        files={values.files}
        error={draft.errorOf('files')}
        onChange={(files) => set('files', files)}
        onUploadProgress={uploads.onProgressOf('files')}
      />
    </DetailsForm>
  );
}

interface LessonAsideProps extends Pick<LessonFields, 'draft'> {
  savedQuiz: Lesson['quiz'];
  onUploadProgress: ReportProgress;
}

function LessonAside({ draft, savedQuiz, onUploadProgress }: LessonAsideProps) {
  const { t } = useTranslation();
  const { set, values } = draft;
  return (
    <>
      <ImageField
        label={t('Capa')}
        use="image"
        crop={coverPixels}
        value={values.cover}
        error={draft.errorOf('cover')}
        onChange={(path) => set('cover', path)}
        onUploadProgress={onUploadProgress}
      />
      <DurationField
        value={values.duration_seconds}
        error={draft.errorOf('duration_seconds')}
        onChange={(seconds) => set('duration_seconds', seconds)}
      />
      <SwitchField
        label={t('Aula de amostra')}
        hint={t('Abre também para quem não tem o curso, e para visitantes com a vitrine aberta.')}
        checked={values.sample}
        onCheckedChange={(on) => set('sample', on)}
      />
      <LessonQuizField
        saved={savedQuiz}
        value={values.quiz_id}
        required={values.quiz_required}
        error={draft.errorOf('quiz_id')}
        onChange={(next) => {
          set('quiz_id', next.quiz_id);
          set('quiz_required', next.quiz_required);
        }}
      />
      <LessonLinkField draft={draft} />
    </>
  );
}
