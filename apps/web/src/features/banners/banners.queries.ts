import { TOAST_MS } from '@vitrine/contract/appearance';
import { bannerSettings, messages as settingsMessages } from '@vitrine/contract/banner-settings';
import { banners, messages, type Banner } from '@vitrine/contract/banners';
import { freshness } from '@vitrine/contract/core';
import { home } from '@vitrine/contract/home';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { uploads } from '@vitrine/contract/uploads';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useOrderedList } from '../../kit/queries/ordered-list.ts';
import { useRefreshOnChange } from '../../kit/queries/refresh-on-change.ts';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

const { list } = banners;
/** Each change of a banner refreshes the list and the home page. */
const refreshes = [list, home.show];
const change = { refreshes, success: true as const, toastFor: TOAST_MS };

/** C section 9: banners are fresh for half an hour. */
export const useBanners = () =>
  useContractQuery(list, {}, { staleTime: freshness.halfHour, refetchInterval: whileConverting });

/** A video that is being converted will be ready by itself. */
const whileConverting = ({ state }: { state: { data?: [string, number, { data: Banner[] }] } }) =>
  state.data?.[2].data.some(
    ({ url_video_state, url_video_vertical_state }) =>
      url_video_state === 'converting' || url_video_vertical_state === 'converting',
  )
    ? 5_000
    : false;

/** A double click adds it once. Home shows the banner at once. */
export const useAddBanner = () => useContractMutation(banners.create, { ...change, once: true });

/** 409 opens the dialog of conflicts. */
export const useChangeBanner = () => useContractMutation(banners.update, change);

/** The list and home are read again. */
export const useRemoveBanner = () =>
  useContractMutation(banners.remove, { ...change, removesFrom: list });

/** The banners in their order, and the moves that save it at once. */
export function useBannerOrder(items: Banner[] | undefined) {
  useRefreshOnChange('banners', refreshes);
  return useOrderedList({
    items,
    getId: ({ id }) => id,
    route: banners.order,
    input: (ids) => ({ body: { newOrdenation: ids } }),
    refreshes,
    failure: messages.orderFailed,
    toastFor: TOAST_MS,
  });
}

/** The transition is part of the settings. Fresh for an hour (A section 9). */
export const useBannerSettings = () =>
  useContractQuery(platformSettings.show, {}, { staleTime: freshness.hour });

/** C section 7, `update_banner_settings`. Home is read again. */
export const useSaveBannerSettings = () =>
  useSettingsMutation(bannerSettings.update, {
    refreshes: [platformSettings.show, home.show],
    success: settingsMessages.saved,
    toastFor: TOAST_MS,
  });

/** The state of an uploaded video, refetched while it is converted. */
export const useVideoState = (path: string | null) =>
  useContractQuery(
    uploads.status,
    { query: { path: path ?? '' } },
    {
      enabled: path !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.data.state === 'converting' ? 3_000 : false),
    },
  );
