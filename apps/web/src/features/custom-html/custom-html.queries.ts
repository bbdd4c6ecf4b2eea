import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { customHtml, type ScopeId } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useCommunityIndex } from '../communities/communities.queries.ts';

const { list, filters, pages } = customHtml;

/** Each change refreshes the list and the pages that run snippets. */
const change = { refreshes: [list, filters, pages], success: true as const, toastFor: 3_000 };
/** C section 9. */
const snippetOptions = { staleTime: freshness.halfHour };
const scopeOptions = { staleTime: freshness.hour };

export const useSnippets = () => useContractQuery(list, {}, snippetOptions);

export interface SnippetPlace {
  page: PageKind;
  /** Scope ids of the page's address: `{ course_id: 7 }`. */
  scope: Partial<Record<ScopeId, number>>;
}

export const useSnippetsAt = ({ page, scope }: SnippetPlace) =>
  useContractQuery(filters, { params: { page }, query: scope }, snippetOptions);

export const useAddSnippet = () =>
  useContractMutation(customHtml.create, { ...change, once: true });
export const useChangeSnippet = () => useContractMutation(customHtml.update, change);
export const useRemoveSnippet = () => useContractMutation(customHtml.remove, change);
export const usePreview = () => useContractMutation(customHtml.preview);

// The choices of the scope selectors. Each list depends on the choice before.

export const useCourseChoices = (enabled: boolean) =>
  useContractQuery(catalog.coursesToPick, {}, { ...scopeOptions, enabled }).data;

export function useModuleChoices(courseId: number | null) {
  const modules = useContractQuery(
    catalog.modulesToPick,
    {},
    { ...scopeOptions, enabled: courseId !== null },
  );
  return modules.data?.filter(({ course_id }) => course_id === courseId);
}

export function useLessonChoices(moduleId: number | null) {
  const snippets = useContractQuery(
    catalog.moduleWithLessons,
    { params: { moduleId: moduleId ?? 0 } },
    { ...scopeOptions, enabled: moduleId !== null },
  );
  return snippets.data?.data[0]?.lessons;
}

export const useCommunityChoices = () => useCommunityIndex().data;
