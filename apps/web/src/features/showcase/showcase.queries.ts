import { carousels } from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { showcase } from '@vitrine/contract/showcase';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/** Whether students see content without access, with a lock. */
export const useBlockedContent = () => useContractQuery(showcase.blocked, {});

/** Switches blocked content at once (C section 4). */
export const useShowBlocked = () =>
  useSettingsMutation(showcase.showBlocked, {
    refreshes: [platformSettings.show, showcase.blocked, home.show],
  });

/** Saves a switch that publishes one of the system's carousels. */
export const useSystemSwitch = () =>
  useSettingsMutation(platformSettings.update, {
    refreshes: [platformSettings.show, carousels.list, home.show],
  });

/** Switches my list at once. Its carousel follows (contract, decision 4). */
export const usePublishMyList = () =>
  useContractMutation(showcase.publishMyList, {
    refreshes: [showcase.myList, carousels.list, home.show],
  });
