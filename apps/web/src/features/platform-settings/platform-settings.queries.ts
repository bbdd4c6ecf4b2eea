import { useQueryClient } from '@tanstack/react-query';
import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { platformSettings } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { refresh, useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { contractQuery } from '../../kit/queries/contract-query.ts';
import { isOutdatedError } from '../../kit/queries/edit-mutation.ts';
import { isAnswerLost } from '../../platform/api.ts';
import { useSiteStore } from '../../platform/site-context.ts';
import type { SiteStore } from '../../platform/site-store.ts';

/** Reads the version that the page knows (contract, Settings). Forms send it, switches do not. */
export function useSettingsVersion() {
  const { boot } = useSiteStore();
  return () => boot().site.settings.version;
}

/** This page's own saves: the version of the settings before each one, and the version after it. */
const ownVersions = new WeakMap<SiteStore, Map<number, number>>();

/**
 * The latest version that only this page's own saves lead to. A form may build on these, but on no
 * other admin's change.
 */
function latestOwnVersion(store: SiteStore, version: number) {
  let current = version;
  while (ownVersions.get(store)?.has(current)) current = ownVersions.get(store)!.get(current)!;
  return current;
}

/** @returns whether nobody else changed the settings since the page read them. */
function recordOwnSave(store: SiteStore, version: number | undefined) {
  const before = store.boot().site.settings.version;
  if (version !== before + 1) return false;
  ownVersions.set(
    store,
    (ownVersions.get(store) ?? new Map<number, number>()).set(before, version),
  );
  return true;
}

/** False for the answer of a switch, which holds its own column only. */
const isComplete = (data: Partial<PlatformSettings>) => data.primary_color !== undefined;

/** Keeps the version that the page knows, so that its forms still conflict with that change. */
const withoutVersion = ({ version: _, ...data }: Partial<PlatformSettings>) => data;

/**
 * Saves by a call that answers settings or a part of them, and applies the answer to the page.
 * After a `stale_version` it applies the newer settings and refetches what depends on them. Saves
 * run one after another, so that a form never meets the version of a running switch.
 */
export function useSettingsMutation<R extends AnyRoute>(
  route: R,
  {
    settingsOf = ({ data }) => data,
    ...options
  }: Parameters<typeof useContractMutation<R>>[1] & {
    /** The settings in an answer that names a column otherwise. */
    settingsOf?: (answer: AnswerFor<R>) => Partial<PlatformSettings>;
  } = {},
) {
  const client = useQueryClient();
  const store = useSiteStore();
  const { mergeSettings } = store;
  const refreshes = options.refreshes ?? [platformSettings.show];

  async function readSettings() {
    const query = contractQuery(platformSettings.show, {}, { staleTime: 0 });
    mergeSettings(withoutVersion((await client.fetchQuery(query)).data));
  }

  return useContractMutation(route, {
    scope: 'settings',
    ...options,
    refreshes,
    prepare(input) {
      const { body } = input as { body?: { version?: number } };
      if (body?.version === undefined) return input;
      return { ...input, body: { ...body, version: latestOwnVersion(store, body.version) } };
    },
    onSuccess(answer, input) {
      const data = settingsOf(answer);
      const isNext = recordOwnSave(store, data.version);
      mergeSettings(isNext || isComplete(data) ? data : withoutVersion(data));
      options.onSuccess?.(answer, input);
    },
    onError(error) {
      if (isAnswerLost(error)) void readSettings().catch(() => {});
      if (!isOutdatedError(error)) return;
      mergeSettings(error.data as PlatformSettings);
      void refresh(client, refreshes);
    },
  });
}
