import { catalog } from '@vitrine/contract/catalog';
import { themeOf } from '@vitrine/contract/theme';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { SnippetPlace } from './custom-html.queries.ts';
import type { FrameFacts } from './frame-channel.ts';

/** Reads cached answers of the page only, without requests. */
const cacheOnly = { enabled: false };

/** The facts about a page for its frames. */
export function usePageFacts({ page, scope }: SnippetPlace): FrameFacts {
  const { i18n } = useTranslation();
  const { settings } = useSite();
  const { course_id, module_id = 0, lesson_id = 0, community_id } = scope;
  const module = useContractQuery(catalog.showModule, { params: { id: module_id } }, cacheOnly);
  const lesson = useContractQuery(catalog.showLesson, { params: { id: lesson_id } }, cacheOnly);
  const content = lesson.data?.data ?? module.data?.data;
  return {
    page,
    course: course_id ?? content?.course.id ?? null,
    module: module_id || (lesson.data?.data.module.id ?? null),
    lesson: lesson_id || null,
    community: community_id ?? null,
    url: location.origin + location.pathname,
    language: i18n.language,
    consent: !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true),
    theme: themeOf(settings),
  };
}
