import { LessonPatch, type Lesson } from '@vitrine/contract/catalog';
import { filePath } from '@vitrine/contract/file-addresses';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../../../kit/forms/draft.ts';
import { frameOf } from '../../../kit/images/video-frame.ts';
import { sendImage } from '../../../kit/uploads/file-upload.ts';
import { useUpload } from '../../../kit/uploads/upload.ts';
import { useChangeLesson } from './courses.queries.ts';
import type { LessonCaption } from './lesson-captions.tsx';
import type { LessonFile } from './lesson-files.tsx';

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

/** The draft of a lesson, and the values that its video adds to it. */
export type LessonFields = ReturnType<typeof useLessonDraft>;

/**
 * The form of a lesson. A video reports its length and a cover, sometimes after a save. If nothing
 * else has changed, they save automatically.
 */
export function useLessonDraft(lesson: Lesson, { isUploading }: { isUploading: boolean }) {
  const change = useChangeLesson();
  const [reportedByVideo, setReportedByVideo] = useState<
    Pick<Partial<LessonDraft>, 'cover' | 'duration_seconds'>
  >({});
  const cover = useUpload({
    automatic: true,
    send: (file, options) => sendImage(file, 'image', options),
    onDone: ({ path }) => {
      if (form.getValues('cover')) return;
      set('cover', path);
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
  const { form, set } = draft;

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
  async function coverFrom(file: File) {
    if (form.getValues('cover')) return;
    const frame = await frameOf(file);
    if (!frame || form.getValues('cover')) return;
    cover.start(frame);
  }

  return {
    draft,
    coverFrom,
    setDuration(seconds: number) {
      set('duration_seconds', seconds);
      setReportedByVideo((before) => ({ ...before, duration_seconds: seconds }));
    },
  };
}

/**
 * The fields in the order of the contract's shape, because a draft compares the JSON that it sends.
 * Signed addresses differ in each answer, so files are compared by path. Images in the text keep
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
