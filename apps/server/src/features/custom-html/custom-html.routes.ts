import { customHtml, messages, type CustomHtml } from '@vitrine/contract/custom-html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { mount } from '../../kit/http/mount.ts';
import { forgetSchoolAfterCommit } from '../../kit/school-cache.ts';
import { notSignedIn } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
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
import { placeFor, placeOf } from './place.reader.ts';
import { serveFrames } from './serve-frames.ts';

/** C section 7, Custom HTML. The frame of a snippet has an origin of its own. */
export function mountCustomHtml(app: FastifyInstance, platform: Platform) {
  /** The cached school holds which pages have snippets. */
  const forgetSnippetPages = (tx: TenantTransaction) => forgetSchoolAfterCommit(platform, tx);
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
      list: async (tx, call) => (await listSnippets(tx)).map(withFrame(call)),

      filters: async (tx, call) => {
        const { viewer, params, query } = call;
        // The one page that an open showcase shows to a visitor.
        if (!viewer && params.page !== 'homepage') throw notSignedIn();
        const scope = viewer
          ? await placeFor(tx, courseViewer(call), params.page, query)
          : await placeOf(tx, params.page, query);
        return (await snippetsAt(tx, params.page, scope)).map(withFrame(call));
      },

      create: async (tx, call) => {
        forgetSnippetPages(tx);
        return {
          data: withFrame(call)(await addSnippet(tx, call.body)),
          message: call.t(messages.created),
        };
      },

      update: async (tx, call) => {
        forgetSnippetPages(tx);
        const { params, body } = call;
        const snippet = await changeSnippet(tx, params.id, body, withFrame(call));
        return { data: withFrame(call)(snippet), message: call.t(messages.updated) };
      },

      remove: async (tx, { params, t }) => {
        forgetSnippetPages(tx);
        await removeSnippet(tx, params.id);
        return { message: t(messages.removed) };
      },

      pages: async (_school, { school }) => ({ data: school.snippetPages }),

      preview: async (tx, { member, body, school: hostSchool, request }) => {
        await keepPreview(tx, member.id, body.customHtml);
        const frame_url = frameUrl(platform, hostSchool, request, `/_frame/preview/${member.id}`);
        return { data: { frame_url } };
      },
    },
    { subject: 'custom_html' },
  );
  serveFrames(app, platform);
}

/** Sends with every page which kinds of page have snippets, by the path of its call. */
export const snippetAnswers = ({ school }: FastifyRequest['vitrine']) => ({
  [customHtml.pages.path]: { data: school.snippetPages },
});
