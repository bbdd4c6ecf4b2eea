import { appearance } from './appearance.ts';
import { bannerSettings } from './banner-settings.ts';
import { banners } from './banners.ts';
import { carousels } from './carousels.ts';
import { catalog } from './catalog.ts';
import { comments } from './comments.ts';
import { communities } from './communities.ts';
import type { AnyRoute } from './core.ts';
import { customHtml, frames } from './custom-html.ts';
import { customLinks } from './custom-links.ts';
import { eventStream } from './events.ts';
import { favorites } from './favorites.ts';
import { firstSteps } from './first-steps.ts';
import { footer } from './footer.ts';
import { home } from './home.ts';
import { imports } from './imports.ts';
import { lessonPage } from './lesson-page.ts';
import { levels } from './levels.ts';
import { liveChat } from './live-chat.ts';
import { lives } from './lives.ts';
import { loginPage } from './login-page.ts';
import { mails } from './mails.ts';
import { marquees } from './marquees.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';
import { offline } from './offline.ts';
import { people } from './people.ts';
import { platformInfo } from './platform-info.ts';
import { platformSettings } from './platform-settings.ts';
import { points } from './points.ts';
import { posts } from './posts.ts';
import { privacy } from './privacy.ts';
import { products } from './products.ts';
import { push } from './push.ts';
import { quizzes } from './quizzes.ts';
import { ranking } from './ranking.ts';
import { reminders } from './reminders.ts';
import { rewards } from './rewards.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { showcase } from './showcase.ts';
import { site } from './site.ts';
import { upkeep } from './upkeep.ts';
import { files, uploads } from './uploads.ts';

/** Every route, by domain. The server mounts this table. */
export const routes = {
  sessions,
  site,
  me,
  privacy,
  members,
  people,
  products,
  'custom-links': customLinks,
  'custom-html': customHtml,
  frames,
  catalog,
  comments,
  'platform-settings': platformSettings,
  appearance,
  footer,
  'platform-info': platformInfo,
  'login-page': loginPage,
  marquees,
  'lesson-page': lessonPage,
  'banner-settings': bannerSettings,
  banners,
  uploads,
  files,
  carousels,
  showcase,
  favorites,
  'first-steps': firstSteps,
  home,
  imports,
  points,
  levels,
  rewards,
  ranking,
  quizzes,
  reminders,
  lives,
  mails,
  upkeep,
  'live-chat': liveChat,
  search,
  communities,
  posts,
  notifications,
  offline,
  push,
  events: eventStream,
} satisfies Record<string, Record<string, AnyRoute>>;

/** A route with its domain and name. */
export interface NamedRoute {
  /** `custom-links.create`: the operation's name in logs, audit and OpenAPI. */
  name: string;
  domain: string;
  route: AnyRoute;
}

/** Every declared call. The server mounts them, and the tests walk them. */
export const allRoutes: readonly NamedRoute[] = Object.entries(routes).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([verb, route]) => ({ name: `${domain}.${verb}`, domain, route })),
);
