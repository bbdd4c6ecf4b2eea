import { customHtml, messages, type CustomHtml } from '@vitrine/contract/custom-html';
import { messages as common } from '@vitrine/contract/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readerOf } from '../../kit/course-access.ts';
import { mount } from '../../kit/mount.ts';
import type { Scope } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/refusals.ts';
import type { School } from '../../platform/schools.ts';
import {
  addSnippet,
  changeSnippet,
  keepPreview,
  listSnippets,
  removeSnippet,
  snippetsAt,
  type Snippet,
} from './custom-html.store.ts';
import { frameUrl } from './frame-url.ts';
import { placeFor, placeOf } from './place.store.ts';
import { serveFrames } from './serve-frames.ts';

export function mountCustomHtml(app: FastifyInstance, platform: Platform) {
  /** Which pages carry snippets stands in memory: who saved finds it changed. */
  const seenAtOnce = (school: Scope) =>
    school.afterCommit(() => platform.schools.forget(school.tenantId));
  const withFrame =
    ({ school, request }: { school: School; request: FastifyRequest }) =>
    (snippet: Snippet): CustomHtml => ({
      ...snippet,
      frame_url: frameUrl(platform, school, request, `/_frame/${snippet.id}`),
    });

  mount(
    app,
    platform,
    'custom-html',
    customHtml,
    {
      list: async (school, call) => (await listSnippets(school)).map(withFrame(call)),

      filters: async (school, call) => {
        const { viewer: viewer, params, query } = call;
        // The one page that an open showcase shows to a visitor.
        if (!viewer && params.page !== 'homepage')
          throw refuse('not_signed_in', common.notSignedIn, 401);
        const place = viewer
          ? await placeFor(school, readerOf(call), params.page, query)
          : await placeOf(school, params.page, query);
        return (await snippetsAt(school, params.page, place)).map(withFrame(call));
      },

      create: async (school, call) => {
        seenAtOnce(school);
        return {
          data: withFrame(call)(await addSnippet(school, call.body)),
          message: call.say(messages.created),
        };
      },

      update: async (school, call) => {
        seenAtOnce(school);
        const { params, body } = call;
        const snippet = await changeSnippet(school, params.id, body, withFrame(call));
        return { data: withFrame(call)(snippet), message: call.say(messages.updated) };
      },

      remove: async (school, { params, say }) => {
        seenAtOnce(school);
        await removeSnippet(school, params.id);
        return { message: say(messages.removed) };
      },

      pages: async (_school, { school }) => ({ data: school.snippetPages }),

      preview: async (school, { member, body, school: its, request }) => {
        await keepPreview(school, member.id, body.customHtml);
        const frame_url = frameUrl(platform, its, request, `/_frame/preview/${member.id}`);
        return { data: { frame_url } };
      },
    },
    { subject: 'custom_html' },
  );
  serveFrames(app, platform);
}

/** Which kinds of page carry snippets, by the address it would be asked for at: for every page. */
export const snippetAnswers = ({ school }: FastifyRequest['vitrine']) => ({
  [customHtml.pages.path]: { data: school.snippetPages },
});
