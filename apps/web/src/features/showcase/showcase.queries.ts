import { carousels } from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { showcase } from '@vitrine/contract/showcase';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/** Whether students see, locked, what they may not open. */
export const useBlockedContent = () => useContractQuery(showcase.blocked, {});

export const useShowBlocked = () =>
  useContractMutation(showcase.showBlocked, { refreshes: [showcase.blocked, home.show] });

/** The switches of the settings that publish the system's carousels. */
export const useSystemSwitch = () =>
  useSettingsMutation(platformSettings.update, {
    refreshes: [platformSettings.show, carousels.list, home.show],
  });

export const usePublishMyList = () =>
  useContractMutation(showcase.publishMyList, {
    refreshes: [showcase.myList, carousels.list, home.show],
  });
