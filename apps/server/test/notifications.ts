import type { Notification } from '@vitrine/contract/notifications';
import { communityWith, publish } from './communities.ts';
import type { Person, TestSchool } from './harness.ts';

/** The notifications of a person, the newest first. `question` is the query of a page. */
export const list = async (person: Person, question = ''): Promise<Notification[]> =>
  (await person.get(`/api/auth/notification${question}`)).body.data;

/** The number of unread notifications. */
export const total = async (person: Person): Promise<number> =>
  (await person.get('/api/auth/notification/total')).body.total;

/** The events of a person's notifications, the newest first. */
export const events = async (person: Person) => (await list(person)).map(({ event }) => event);

/** Marks notifications as read or unread. */
export const mark = (person: Person, body: object) =>
  person.send('PATCH', '/api/platform/auth/notification/update', body);

/** A kind of notification that shows in the bell alone, as a new member has it. */
export const on = { platform: true, email: false };

/** A kind of notification that is switched off. */
export const off = { platform: false, email: false };

/** The address of the preferences at a school. */
export const preferencesAt = ({ id }: TestSchool) => `/api/auth/v2/notification-preferences/${id}`;

/** Saves preferences. Those that are left out: all kinds in the bell, and no community. */
export const prefer = (school: TestSchool, person: Person, body: object) =>
  person.post(preferencesAt(school), {
    like: on,
    post: on,
    comment: on,
    reply: on,
    communities: [],
    ...body,
  });

/** A post of `author` in a community that is open to everybody. */
export async function postOf(school: TestSchool, author: Person) {
  const { id, channels } = await communityWith(school);
  const post = await publish(author, channels[0]!, '<p>Foi &amp; voltou</p>', {
    title: 'Neblina',
  });
  return { community: id, channel: channels[0]!, post };
}

/** Likes a post. */
export const like = (person: Person, post: number) =>
  person.send('PUT', `/api/v1/posts/${post}/like`);

/** Takes the like of a post back. */
export const unlike = (person: Person, post: number) =>
  person.send('DELETE', `/api/v1/posts/${post}/like`);

/** A text that mentions a person. */
export const mention = ({ id }: Person) => `<p><span data-mention="${id}">@x</span> veja</p>`;

interface ManyNotifications {
  community: number;
  post: number;
  often: number;
}

/** Inserts many notifications about one post. */
export const tellOften = (
  school: TestSchool,
  { id }: Person,
  { community, post, often }: ManyNotifications,
) =>
  school.transaction(({ db }) =>
    db
      .insertInto('notifications')
      .values(
        Array.from({ length: often }, (_, n) => ({
          member_id: id,
          event: 'post',
          subject: `post:often:${n}`,
          post_id: post,
          community_id: community,
        })),
      )
      .execute(),
  );
