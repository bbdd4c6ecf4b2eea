import { TOAST_MS } from '@vitrine/contract/appearance';
import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { customHtml, type ScopeId } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useCommunityIndex } from '../communities/communities.queries.ts';

const { list, filters, pages } = customHtml;

/** Each change refreshes the list and the pages that run snippets. */
const change = { refreshes: [list, filters, pages], success: true as const, toastFor: TOAST_MS };
/** C section 9. */
const snippetOptions = { staleTime: freshness.halfHour };
const scopeOptions = { staleTime: freshness.hour };

/** All snippets of the school, cached for half an hour (C section 9). */
export const useSnippets = () => useContractQuery(list, {}, snippetOptions);

/** A page that shows snippets. */
export interface SnippetPlace {
  page: PageKind;
  /** Scope ids of the page's address: `{ course_id: 7 }`. */
  scope: Partial<Record<ScopeId, number>>;
}

/** The snippets of one page, cached for half an hour (C section 9). */
export const useSnippetsAt = ({ page, scope }: SnippetPlace) =>
  useContractQuery(filters, { params: { page }, query: scope }, snippetOptions);

/** A double click adds it once. */
export const useAddSnippet = () =>
  useContractMutation(customHtml.create, { ...change, once: true });
/** 409 opens the dialog of conflicts. */
export const useChangeSnippet = () => useContractMutation(customHtml.update, change);
/** The page that showed the snippet is read again. */
export const useRemoveSnippet = () =>
  useContractMutation(customHtml.remove, { ...change, removesFrom: list });
/** Stores the code, and answers the address of a frame that shows it. */
export const usePreview = () => useContractMutation(customHtml.preview);

// The choices of the scope selectors. Each list depends on the choice before.

/** Undefined until the courses are known. */
export const useCourseChoices = (enabled: boolean) =>
  useContractQuery(catalog.coursesToPick, {}, { ...scopeOptions, enabled }).data;

/** The modules of one course. Undefined until they are known. */
export function useModuleChoices(courseId: number | null) {
  const modules = useContractQuery(
    catalog.modulesToPick,
    {},
    { ...scopeOptions, enabled: courseId !== null },
  );
  return modules.data?.filter(({ course_id }) => course_id === courseId);
}

/** The lessons of one module. Undefined until they are known. */
export function useLessonChoices(moduleId: number | null) {
  const snippets = useContractQuery(
    catalog.moduleWithLessons,
    { params: { moduleId: moduleId ?? 0 } },
    { ...scopeOptions, enabled: moduleId !== null },
  );
  return snippets.data?.data[0]?.lessons;
}

/** Undefined until the communities are known. */
export const useCommunityChoices = () => useCommunityIndex().data;
