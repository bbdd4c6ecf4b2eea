import type { AnyRoute } from '@vitrine/contract/core';
import { platformSettings } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { useQueryClient } from '@tanstack/react-query';
import { refresh, useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { ApiError } from '../../platform/api.ts';
import { useSiteStore } from '../../platform/site-context.ts';
import type { SiteStore } from '../../platform/site-store.ts';

/** Reads the version that the page knows (contract, Settings). Forms send it, switches do not. */
export function useSettingsVersion() {
  const { boot } = useSiteStore();
  return () => boot().site.settings.version;
}

/** Versions that a page itself has moved on from, each with the one it made. */
const madeHere = new WeakMap<SiteStore, Map<number, number>>();

/** Lets a form build on the version of this page's own switch, and on no other admin's change. */
function builtOnOwn(store: SiteStore, version: number) {
  let current = version;
  while (madeHere.get(store)?.has(current)) current = madeHere.get(store)!.get(current)!;
  return current;
}

/** @returns whether nobody else changed the settings since the page read them. */
function noteOwn(store: SiteStore, version: number | undefined) {
  const before = store.boot().site.settings.version;
  if (version !== before + 1) return false;
  madeHere.set(store, (madeHere.get(store) ?? new Map<number, number>()).set(before, version));
  return true;
}

/** False for the answer of a switch, which holds its own column only. */
const isComplete = (data: Partial<PlatformSettings>) => data.primary_color !== undefined;

/** A form of the page must still meet that change: the page keeps the version it knows. */
const withoutVersion = ({ version: _, ...data }: Partial<PlatformSettings>) => data;

/**
 * Saves by a call that answers settings or a part of them, and applies the answer to the page.
 * After a `stale_version` it applies the newer settings and refetches what depends on them. Saves
 * run one after another, so that a form never meets the version of a running switch.
 */
export function useSettingsMutation<R extends AnyRoute>(
  route: R,
  options: Parameters<typeof useContractMutation<R>>[1] = {},
) {
  const client = useQueryClient();
  const store = useSiteStore();
  const { settingsSaved } = store;
  const refreshes = options.refreshes ?? [platformSettings.show];
  return useContractMutation(route, {
    scope: 'settings',
    ...options,
    refreshes,
    prepare(input) {
      const { body } = input as { body?: { version?: number } };
      if (body?.version === undefined) return input;
      return { ...input, body: { ...body, version: builtOnOwn(store, body.version) } };
    },
    onSuccess(answer, input) {
      const { data } = answer as { data: Partial<PlatformSettings> };
      const isNext = noteOwn(store, data.version);
      settingsSaved(isNext || isComplete(data) ? data : withoutVersion(data));
      options.onSuccess?.(answer, input);
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'stale_version') return;
      settingsSaved(error.data as PlatformSettings);
      void refresh(client, refreshes);
    },
  });
}
