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

/** One page's school: what the server sent, and over it what somebody is trying out. */
export interface SiteStore {
  /** What the server sent, and what was saved since. */
  boot: () => Boot;
  /** The school as the page shows it, unsaved settings included. */
  shown: () => Site;
  /** Calls back whenever the shown school changes; returns how to stop. */
  watch: (changed: () => void) => () => void;
  /** Shows settings that are not saved yet, to this person only; null shows what is saved. */
  trySettings: (settings: Partial<PlatformSettings> | null) => void;
  /** Some settings were saved: the page goes on with them, without a reload. */
  settingsSaved: (saved: Partial<PlatformSettings>) => void;
  /** The reader changed their own name or photo. */
  viewerSaved: (saved: Partial<Session['user']>) => void;
}

/** Each page that the server renders has a store of its own; a browser has one. */
export function createSiteStore(sent: Boot): SiteStore {
  let boot = sent;
  let shown = sent.site;
  let tried: Partial<PlatformSettings> | null = null;
  const watchers = new Set<() => void>();

  function update() {
    shown = tried ? withSettings(boot.site, tried) : boot.site;
    for (const changed of watchers) changed();
  }

  return {
    boot: () => boot,
    shown: () => shown,
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    trySettings(settings) {
      if (tried === settings) return;
      tried = settings;
      update();
    },
    settingsSaved(saved) {
      boot = { ...boot, site: withSettings(boot.site, saved) };
      update();
    },
    viewerSaved(saved) {
      const { session } = boot;
      if (!session) return;
      boot = { ...boot, session: { ...session, user: { ...session.user, ...saved } } };
      update();
    },
  };
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
