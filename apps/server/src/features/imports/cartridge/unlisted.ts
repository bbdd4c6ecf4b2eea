import { isAssociated, type Resource } from './manifest.ts';
import { extensionOf, isPage, nameOf } from './paths.ts';

const supportFiles = new Set([
  'css',
  'js',
  'mjs',
  'map',
  'woff',
  'woff2',
  'ttf',
  'eot',
  'otf',
  'db',
  'ini',
  'ds_store',
]);

/** Whether a resource is content although no item opens it. `needed`: others depend on it. */
export function isUnlistedContent(
  resource: Resource,
  opened: Set<string>,
  needed: Set<string>,
  resources: Map<string, Resource>,
): boolean {
  if (opened.has(resource.id) && resources.get(resource.id) === resource) return false;
  if (resource.replaces !== null && resources.has(resource.replaces)) return false;
  if (isAssociated(resource)) return !needed.has(resource.id) && isReadByStudents(resource);
  const [main] = resource.paths;
  if (main === undefined) return resource.url !== null || !resource.type.startsWith('webcontent');
  return (
    !/(^|\/)(course_settings|thumbnails?)\//i.test(main) &&
    !/^thumb(nail)?[_.-]/i.test(nameOf(main)) &&
    !supportFiles.has(extensionOf(main))
  );
}

/** Whether an associated resource is a quiz, an assignment or the syllabus. */
const isReadByStudents = ({ paths }: Resource) =>
  paths.some(
    (path) =>
      path.endsWith('.qti') ||
      /(^|\/)(assignment_settings\.xml|course_settings\/syllabus\.html)$/.test(path),
  );

/** An unused image, such as an icon, becomes no lesson. */
export const isImage = (resource: Resource) =>
  resource.type.startsWith('webcontent') &&
  /^(?:png|jpe?g|gif|svg|webp|bmp|ico|tiff?)$/.test(extensionOf(resource.paths[0] ?? ''));

/** Whether a resource is a file that is no page. */
export function isPlainFile(resource: Resource): boolean {
  return resource.type.startsWith('webcontent') && !isPage(resource.paths[0] ?? '');
}
