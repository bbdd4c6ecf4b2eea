import { useQueryClient } from '@tanstack/react-query';
import { comments } from '@vitrine/contract/comments';
import { me, type CourseOrder, type CourseState } from '@vitrine/contract/me';
import { people } from '@vitrine/contract/people';
import { ranking } from '@vitrine/contract/ranking';
import { sessions } from '@vitrine/contract/sessions';
import { useContractCursor } from '../../kit/queries/contract-cursor.ts';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { tellLanguage } from '../../kit/state/language-channel.ts';
import { chooseLanguage } from '../../platform/locale.tsx';
import { mergeViewer } from '../../platform/merge-viewer.ts';
import { useSiteStore } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';

/** The viewer's own profile. */
export const useProfile = () => useContractQuery(me.show, {});

/** The header, the menu and the language follow at once. A switch tells itself that it is saved. */
export function useChangeProfile({ success }: { success?: string } = {}) {
  const store = useSiteStore();
  const { i18n } = useTranslation();
  const client = useQueryClient();
  return useContractMutation(me.update, {
    // Pages that show the name or the photo.
    refreshes: [me.show, people.show, ranking.list, comments.list, comments.show],
    ...(success && { success }),
    onSuccess({ data: { name, photo_url, language } }) {
      mergeViewer(store, { name, photo_url });
      // The server's words are read again in it.
      if (!language || language === i18n.language) return;
      tellLanguage(language);
      void chooseLanguage(language).then(() => client.invalidateQueries());
    },
  });
}

/** The viewer's open sessions, one per browser. */
export const useDevices = () => useContractQuery(me.sessions, {}, readOnReturn);

/** Signs the viewer out on that device. */
export const useEndDevice = () =>
  useContractMutation(me.endSession, { refreshes: [me.sessions], failure: true });
/** Signs the viewer out everywhere but here. */
export const useEndOtherDevices = () =>
  useContractMutation(me.endOtherSessions, { refreshes: [me.sessions] });

/** Mails the viewer a link to a new password. */
export const useAskPasswordLink = () => useContractMutation(sessions.forgot, { failure: true });

/** The courses that the reader holds: of one state, or of all. */
export const useMyCourses = (q: string, state?: CourseState, order?: CourseOrder) =>
  useContractCursor(me.courses, { query: { q, state, order } });
