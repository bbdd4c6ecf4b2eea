import { useSyncExternalStore } from 'react';
import type { Session } from '@vitrine/contract/sessions';
import type { PlatformSettings, Site } from '@vitrine/contract/site';

/** What the server sent along with the page, so that nothing has to be asked for twice. */
export interface Boot {
  site: Site;
  /** Null for a visitor of an open showcase. */
  session: Session | null;
  /** The products through which staff look as a student; null where everybody is who they are. */
  view: number[] | null;
  /** Answers of GET calls by their address: they fill the query cache before the first render. */
  answers: Record<string, unknown>;
}

let read: Boot | null = null;

/** What is saved; a component that shows the school's settings asks `useSite`. */
export function boot(): Boot {
  read ??= JSON.parse(document.getElementById('boot')!.textContent!) as Boot;
  return read;
}

/** The server, which has it at hand, and tests, which put a school together. */
export function bootWith(given: Boot) {
  read = given;
  tried = null;
  shown = null;
}

export const tenantId = () => boot().site.tenant.id;

// The school while it is being edited --------------------------------------------------------------

let tried: Partial<PlatformSettings> | null = null;
let shown: Site | null = null;
const watchers = new Set<() => void>();

/** The school as the page shows it: what is saved, and over it what somebody is trying out. */
export function shownSite(): Site {
  const { site } = boot();
  shown ??= tried ? withSettings(site, tried) : site;
  return shown;
}

export const useSite = () => useSyncExternalStore(watchSite, shownSite, shownSite);

/** Calls back whenever the shown school changes; returns how to stop. */
export function watchSite(changed: () => void) {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** Shows settings that are not saved yet, to this person only; null shows what is saved. */
export function trySettings(settings: Partial<PlatformSettings> | null) {
  if (tried === settings) return;
  tried = settings;
  tell();
}

/** Some settings were saved: the page goes on with them, without a reload. */
export function settingsSaved(saved: Partial<PlatformSettings>) {
  read = { ...boot(), site: withSettings(boot().site, saved) };
  tell();
}

/** One row of settings, in the parts that the page knows of. */
function withSettings(site: Site, changed: Partial<PlatformSettings>): Site {
  const taken = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        name in changed ? changed[name as keyof PlatformSettings] : value,
      ]),
    ) as T;
  const settings = taken(site.settings);
  return {
    tenant: { ...site.tenant, name: settings.name },
    settings,
    login_page: taken(site.login_page),
    footer: taken(site.footer),
  };
}

function tell() {
  shown = null;
  for (const changed of watchers) changed();
}
