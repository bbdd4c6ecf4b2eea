import { urlField } from '@vitrine/contract/addresses';
import { limits } from '@vitrine/contract/catalog-limits';
import { messages } from '@vitrine/contract/imports';
import { playerUrl } from '@vitrine/contract/videos';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import { mayHoldFormulas, withStoredDelimiters } from '../../platform/formulas/find-formulas.ts';
import { formulasAsHtml } from '../../platform/formulas/formulas-as-html.ts';
import type { CartridgeLesson } from './cartridge/cartridge.ts';
import type { FallbackTitles } from './cartridge/fallback-titles.ts';
import { CARTRIDGE_LESSON, parseLessonReference, replaceCartridgeFiles } from './cartridge/html.ts';
import { nameOf } from './cartridge/paths.ts';
import { sentences } from './cartridge/sentences.ts';
import { quotedList, truncate, truncateTitle } from './cartridge/text.ts';
import type { NewLesson } from './course.store.ts';
import { imagesOf, type StoredPaths } from './lesson-files.ts';
import { quizFrom } from './quiz-from.ts';
import type { Report } from './report.ts';

/** The values that turn a lesson of a cartridge into ours. */
export interface LessonContext {
  files: StoredPaths;
  /** The address of another lesson by its key. Null where it became no lesson. */
  addressOfLesson: (key: string) => string | null;
  tenantId: number;
  report: Report;
  titles: FallbackTitles;
}

/** Converts a lesson of the cartridge. The report names what it loses. */
export function lessonFrom(
  lesson: CartridgeLesson,
  context: LessonContext,
): Omit<NewLesson, 'module_id' | 'position'> {
  const link = linkFrom(lesson, context);
  return {
    title: truncateTitle(lesson.title, context.titles.lesson),
    published: lesson.published,
    ...(linksToLessons(lesson) ? noContent : contentFrom(lesson, context)),
    link,
    embed: link && playerUrl(link),
    video_url: (lesson.video && context.files.videos.get(lesson.video)) ?? null,
    files: filesFrom(lesson, context),
    quiz: lesson.quiz && quizFrom(lesson.quiz, lesson.title, context),
  };
}

/** True where the content needs the ids of other lessons. */
export const linksToLessons = ({ html }: CartridgeLesson) =>
  html?.includes(CARTRIDGE_LESSON) ?? false;

/** The lesson's clean content. The report names what had to be left out or linked. */
export function contentFrom(
  { title, html }: CartridgeLesson,
  { files, addressOfLesson, tenantId, report }: LessonContext,
): Pick<NewLesson, 'content' | 'content_html'> {
  if (!html) return noContent;
  const foreign = new Set<string>();
  const insecure: string[] = [];
  const linkedInstead: string[] = [];
  const asLink = (link: string, name: string) => {
    linkedInstead.push(name);
    return { link, name };
  };
  const isLesson: boolean[] = []; // of the links that are taken away
  const { body, unlinked } = replaceCartridgeFiles(
    html,
    (path, tag) => {
      const address = addressIn(files, path, tag);
      const isShown = tag === 'a' || tag === 'area' || tag === 'img';
      if (address && !isShown) return asLink(address, nameOf(path));
      if (tag === 'a' && !address) isLesson.push(false); // named with its file
      return address;
    },
    (reference, tag) => {
      const lesson = parseLessonReference(reference);
      if (lesson) {
        const address = addressOfLesson(lesson.key);
        if (tag === 'a' && !address) isLesson.push(true);
        return address && address + lesson.anchor;
      }
      if (tag === 'img' && /^\s*http:/i.test(reference)) {
        insecure.push(nameOf(reference.replace(/[?#].*$/s, '')) || siteOf(reference));
        return null;
      }
      if (!embeds.has(tag) || (tag === 'iframe' && playerUrl(reference))) return reference;
      const absolute = reference.trim().replace(/^\/\//, 'https://');
      if (/^https?:\/\//i.test(absolute) && URL.canParse(absolute))
        return asLink(absolute, siteOf(absolute));
      foreign.add(siteOf(reference));
      return null;
    },
  );
  if (insecure.length)
    report.add(title, messages.insecureImages, { values: { names: quotedList(insecure) } });
  if (linkedInstead.length)
    report.add(title, messages.embedAsLink, { values: { names: quotedList(linkedInstead) } });
  const lostLinks = unlinked.filter((_, index) => isLesson[index]);
  if (lostLinks.length)
    report.add(title, sentences.unlinked, { values: { names: quotedList(lostLinks) } });
  for (const site of foreign) report.add(title, messages.embedLeftOut, { values: { site } });
  const content = cleanOrNull(body, tenantId);
  if (content === null) report.add(title, messages.textUnreadable);
  else if (Buffer.byteLength(content) > limits.content) report.add(title, messages.textTooLong);
  else return withFormulas(content, title, report);
  return noContent;
}

const noContent = { content: '', content_html: null };

function withFormulas(cleanText: string, title: string, report: Report) {
  const content = withStoredDelimiters(cleanText);
  if (!mayHoldFormulas(content)) return { content, content_html: null };
  const { html, unreadable } = formulasAsHtml(content);
  for (const formula of unreadable)
    report.add(title, sentences.formulaUnread, { values: { formula: truncate(formula, 80) } });
  return { content, content_html: html };
}

const embeds = new Set(['iframe', 'embed', 'object', 'video', 'audio', 'source', 'track']);

function addressIn({ images, files }: StoredPaths, path: string, tag: string): string | null {
  const image = images.get(path);
  return (tag === 'img' ? image : (files.get(path)?.path ?? image)) ?? null;
}

const siteOf = (reference: string) => {
  const absolute = reference.startsWith('//') ? `https:${reference}` : reference;
  return (URL.canParse(absolute) && new URL(absolute).host) || truncate(reference, 80);
};

/** Null where tags nest too deep. */
function cleanOrNull(html: string, tenantId: number): string | null {
  try {
    return cleanHtml(html, tenantId);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function linkFrom({ title, link }: CartridgeLesson, { report }: LessonContext): string | null {
  const { success, data = null } = z.safeParse(urlField, link);
  if (!success) report.add(title, messages.linkTooLong);
  return data;
}

/** The lesson's files, without the images that the text shows. */
function filesFrom(
  lesson: CartridgeLesson,
  { files, report, titles }: LessonContext,
): NewLesson['files'] {
  const images = lesson.files.length ? imagesOf(lesson) : new Set<string>();
  const attachments = lesson.files.flatMap(({ path, name }) => {
    if (path === lesson.video && files.videos.has(path)) return [];
    const storedFile = files.files.get(path);
    const isShown = path !== lesson.image && images.has(path) && files.images.has(path);
    return storedFile && !isShown
      ? [{ ...storedFile, name: truncateTitle(name, titles.file) }]
      : [];
  });
  const count = attachments.length - limits.filesPerLesson;
  if (count > 0) report.add(lesson.title, messages.tooManyFiles, { values: { count } });
  return attachments.slice(0, limits.filesPerLesson);
}
