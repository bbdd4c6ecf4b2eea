import type { Session } from '@vitrine/contract/sessions';
import type { PlatformSettings, Site } from '@vitrine/contract/site';

/** Data that the server embeds in the page, so that the page need not request it again. */
export interface Boot {
  site: Site;
  /** Whether the school has a live. The menu then has an entry before it has asked. */
  hasLives?: boolean;
  /** Null for a visitor of an open showcase. */
  session: Session | null;
  /** The products of the student view; null outside it. */
  view: number[] | null;
  /** Answers of GET calls by their URL. They fill the query cache before the first render. */
  answers: Record<string, unknown>;
}

/** The school of one page: the server's data, with unsaved settings on top. */
export interface SiteStore {
  /** The server's boot data, with later saves merged in. */
  boot: () => Boot;
  /** The school's settings as shown, with unsaved changes. */
  shown: () => Site;
  /** Calls back whenever the shown school changes. Returns a function that stops it. */
  subscribe: (changed: () => void) => () => void;
  /** Previews unsaved settings in this page only. Null shows the saved ones. */
  previewSettings: (settings: Partial<PlatformSettings> | null) => void;
  /** Merges saved settings into the page without a reload. */
  mergeSettings: (saved: Partial<PlatformSettings>) => void;
  /** Replaces the viewer and their roles, as the server has them now. */
  replaceSession: (session: Session) => void;
}

/** The server creates a store per rendered page; a browser has one. */
export function createSiteStore(serverBoot: Boot): SiteStore {
  let boot = serverBoot;
  let shown = serverBoot.site;
  let unsaved: Partial<PlatformSettings> | null = null;
  const subscribers = new Set<() => void>();

  function update() {
    shown = unsaved ? withSettings(boot.site, unsaved) : boot.site;
    for (const changed of subscribers) changed();
  }

  return {
    boot: () => boot,
    shown: () => shown,
    subscribe(changed) {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    previewSettings(settings) {
      if (unsaved === settings) return;
      unsaved = settings;
      update();
    },
    mergeSettings(saved) {
      boot = { ...boot, site: withSettings(boot.site, saved) };
      update();
    },
    replaceSession(session) {
      boot = { ...boot, session };
      update();
    },
  };
}

/** Merges one row of settings into the parts of `Site`. */
function withSettings(site: Site, changed: Partial<PlatformSettings>): Site {
  const withChanges = <T extends object>(group: T): T =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => [
        name,
        name in changed ? changed[name as keyof PlatformSettings] : value,
      ]),
    ) as T;
  const settings = withChanges(site.settings);
  return {
    tenant: { ...site.tenant, name: settings.name },
    settings,
    login_page: withChanges(site.login_page),
    footer: withChanges(site.footer),
  };
}
