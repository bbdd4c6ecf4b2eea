import type { Lesson } from '@vitrine/contract/catalog';
import { limits, type FileUse } from '@vitrine/contract/uploads';
import type { NamedFile } from '../../kit/files/claim-files.ts';
import type { Files } from '../../platform/files.ts';

// For cleaned HTML only: its texts hold no `<`, and its attributes no `>`.

/** The image tags of cleaned HTML. */
export const imageTags = /<img [^<>]*>/g;
const source = /\ssrc="(\/files\/[\w./-]+)/;
/** The path of an uploaded image in its tag. Undefined for an image of the web. */
export const imagePath = (tag: string) => source.exec(tag)?.[1];

const linkedTags = /<(?:img|a) [^<>]*>/g;
const address = /(\s(?:src|href)=")(\/files\/[\w./-]+)/;

/** The uploaded files that a course, a module or a lesson names. */
export function namedFiles(fields: {
  cover?: string | null | undefined;
  video_url?: string | null | undefined;
  content?: string | undefined;
}): NamedFile[] {
  const inContent = new Set(
    fields.content?.match(imageTags)?.flatMap((tag) => imagePath(tag) ?? []),
  );
  const file = (path: string | null | undefined, use: FileUse, field: string) =>
    path?.startsWith('/files/') ? [{ path, use, field }] : [];
  return [
    ...file(fields.cover, 'image', 'cover'),
    ...file(fields.video_url, 'lesson_video', 'video_url'),
    ...[...inContent].flatMap((path) => file(path, 'lesson_image', 'content')),
  ];
}

/**
 * Signs the addresses of video, captions, files, images and links, for a viewer who may open the
 * lesson.
 */
export function withOpenFiles<AnyLesson extends Omit<Lesson, 'modules'>>(
  files: Files,
  lesson: AnyLesson,
): AnyLesson {
  const signUrl = (url: string) =>
    url.startsWith('/files/')
      ? files.signedUrl(url, limits.signedMinutes, { lesson: lesson.id })
      : url;
  const withOpenImages = (html: string) =>
    html.replace(linkedTags, (tag) =>
      tag.replace(address, (_, before, path) => before + signUrl(path).replaceAll('&', '&amp;')),
    );
  return {
    ...lesson,
    content: withOpenImages(lesson.content),
    content_html: lesson.content_html && withOpenImages(lesson.content_html),
    video_url: lesson.video_url && signUrl(lesson.video_url),
    captions: lesson.captions.map((caption) => ({ ...caption, url: signUrl(caption.url) })),
    files: lesson.files.map((file) => ({ ...file, url: signUrl(file.url) })),
  };
}
