import { themeOf } from '@vitrine/contract/theme';
import { useSite } from '../../platform/boot.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { SnippetPlace } from './custom-html.queries.ts';
import type { FrameFacts } from './frame-talk.ts';

/** What the frames of a page are told of it. */
export function usePageFacts({ page, scope }: SnippetPlace): FrameFacts {
  const { i18n } = useTranslation();
  const { settings } = useSite();
  return {
    page,
    course: scope.course_id ?? null,
    module: scope.module_id ?? null,
    lesson: scope.lesson_id ?? null,
    community: scope.community_id ?? null,
    url: location.origin + location.pathname,
    language: i18n.language,
    consent: !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true),
    theme: themeOf(settings),
  };
}
