import { communities } from '@vitrine/contract/communities';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';
import { communityReads, toastFor } from './communities.queries.ts';

// Apart from the other queries, which students load: the settings bring their shapes along.

/** Opens or closes all communities to students. The menus of this page follow at once. */
export const useToggleCommunities = () =>
  useSettingsMutation(communities.toggleAll, {
    refreshes: [communities.settings, ...communityReads],
    success: true,
    toastFor,
    settingsOf: ({ data: { active, version } }) => ({ communities_active: active, version }),
  });
/** Shows or hides Comunidades in the students' menu. The menus of this page follow at once. */
export const useTogglePage = () =>
  useSettingsMutation(communities.togglePage, {
    refreshes: [communities.settings],
    success: true,
    toastFor,
  });
