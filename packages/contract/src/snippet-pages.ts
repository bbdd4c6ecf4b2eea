import * as z from 'zod/mini';
import { dataOf, listOf, route } from './core.ts';

/** The kinds of page that may carry custom HTML (C section 5). */
export const pageKinds = [
  'homepage',
  'course',
  'module',
  'lesson',
  'community',
  'favorite',
  'product',
  'profile',
  'search',
] as const;
/** A kind of page where a snippet can run. */
export type PageKind = (typeof pageKinds)[number];

const SnippetPages = dataOf(listOf(z.enum(pageKinds)));

/**
 * The kinds of page that have a snippet. Every page carries this list, so that a page without
 * snippets sends no request and loads no code. The file is separate from the domain for the same
 * reason.
 */
export const snippetPages = route('GET', '/api/v1/custom-html/pages', {
  access: 'showcase',
  source: 'ours',
  answer: SnippetPages,
});
