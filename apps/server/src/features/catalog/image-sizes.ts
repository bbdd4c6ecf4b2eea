import * as z from 'zod/mini';
import { fileName } from '../../kit/files/file-names.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { imagePath, imageTags } from './lesson-files.ts';

const width = /\swidth="(\d{1,4})"/;
const height = /\sheight="(\d{1,4})"/;

interface Size {
  width: number;
  height: number;
}

const sizes = statement({
  name: 'catalog.image-sizes',
  sql: `SELECT f.name, f.width, f.height FROM files f
    WHERE f.name = ANY (:names::text[])
      AND f.width IS NOT NULL AND f.height IS NOT NULL`,
  row: z.object({ name: z.string(), width: z.number(), height: z.number() }),
});

/**
 * Adds width and height to the uploaded images of a lesson, so that the browser keeps their place
 * free. Reads the files only if an image lacks one of the two.
 */
export async function withImageSizes<
  WithContent extends { content: string; content_html: string | null },
>(reader: TenantReader, lesson: WithContent): Promise<WithContent> {
  const names = [lesson.content, lesson.content_html ?? ''].flatMap(unsizedNames);
  if (names.length === 0) return lesson;
  const rows = await reader.run(sizes, { names: [...new Set(names)] });
  const sizeOf = new Map(rows.map(({ name, ...size }) => [name, size]));
  const withSizes = (html: string) =>
    html.replace(imageTags, (tag) => {
      const size = sizeOf.get(unsizedNames(tag)[0] ?? '');
      return size ? withSize(tag, size) : tag;
    });
  return {
    ...lesson,
    content: withSizes(lesson.content),
    content_html: lesson.content_html && withSizes(lesson.content_html),
  };
}

const unsizedNames = (html: string) =>
  (html.match(imageTags) ?? []).flatMap((tag) => {
    const path = imagePath(tag);
    return path && !(width.test(tag) && height.test(tag)) ? [fileName(path)] : [];
  });

/** Keeps a side that the author chose. The other one follows from the image's shape. */
function withSize(tag: string, size: Size) {
  const [, setWidth] = width.exec(tag) ?? [];
  const [, setHeight] = height.exec(tag) ?? [];
  let scale = 1;
  if (setWidth) scale = Number(setWidth) / size.width;
  else if (setHeight) scale = Number(setHeight) / size.height;
  const side = (attribute: string | undefined, name: keyof Size) =>
    attribute === undefined ? ` ${name}="${Math.max(1, Math.round(size[name] * scale))}"` : '';
  return `<img${side(setWidth, 'width')}${side(setHeight, 'height')}${tag.slice('<img'.length)}`;
}
