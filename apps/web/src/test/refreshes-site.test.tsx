import { fireEvent, screen, waitFor } from '@testing-library/react';
import { bannerSettings } from '@vitrine/contract/banner-settings';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { firstSteps } from '@vitrine/contract/first-steps';
import { home } from '@vitrine/contract/home';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { liveChat } from '@vitrine/contract/live-chat';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { showcase } from '@vitrine/contract/showcase';
import { expect, test } from 'vitest';
import { useSaveAppearance } from '../features/appearance/appearance.queries.ts';
import { useChangeBanner, useSaveBannerSettings } from '../features/banners/banners.queries.ts';
import { usePublishCarousel, useUpdateCarousel } from '../features/carousels/carousels.queries.ts';
import { useAddCarousel } from '../features/catalog/manage/course-carousels.queries.ts';
import { useChangeSnippet } from '../features/custom-html/custom-html.queries.ts';
import { useAddLink, useChangeLink } from '../features/custom-links/custom-links.queries.ts';
import { useSaveTemplate, useToggleComments } from '../features/lesson-page/lesson-page.queries.ts';
import {
  useSilence as useSilenceInLive,
  useUnsilence as useUnsilenceInLive,
} from '../features/lives/chat/live-chat.queries.ts';
import {
  useChangeLive,
  useForget,
  useQuickChange,
  useRemind,
} from '../features/lives/lives.queries.ts';
import { useChangeMarquee } from '../features/marquees/marquees.queries.ts';
import {
  usePublishMyList,
  useShowBlocked,
  useSystemSwitch,
} from '../features/showcase/showcase.queries.ts';
import { useDismissFirstSteps, useStudentSeen } from '../kit/first-steps/first-steps.queries.ts';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { testRefreshes } from './refreshes.tsx';
import { refusing, serve, site, visit } from './school.tsx';

testRefreshes([
  { what: 'a new link', use: useAddLink, write: customLinks.create, reads: [customLinks.list] },
  {
    what: 'a changed link',
    use: useChangeLink,
    write: customLinks.update,
    reads: [customLinks.list],
  },
  {
    what: 'the switch of comments',
    use: useToggleComments,
    write: lessonPage.comments,
    reads: [platformSettings.show, lessonPage.show, comments.list],
  },
  {
    what: 'the template of lessons',
    use() {
      const { choose } = useSaveTemplate();
      return { mutate: () => choose(2) };
    },
    write: platformSettings.update,
    reads: [platformSettings.show, lessonPage.show],
  },
  {
    what: 'the switch of blocked content',
    use: useShowBlocked,
    write: showcase.showBlocked,
    reads: [platformSettings.show, showcase.blocked, home.show],
  },
  {
    what: 'the switch of a system carousel',
    use: useSystemSwitch,
    write: platformSettings.update,
    reads: [platformSettings.show, carousels.list, home.show],
  },
  {
    what: 'the switch of my list',
    use: usePublishMyList,
    write: showcase.publishMyList,
    reads: [showcase.myList, carousels.list, home.show],
  },
  {
    what: 'a changed banner',
    use: useChangeBanner,
    write: banners.update,
    reads: [banners.list, home.show],
  },
  {
    what: 'the settings of banners',
    use: useSaveBannerSettings,
    write: bannerSettings.update,
    reads: [platformSettings.show, home.show],
  },
  {
    what: 'a changed carousel',
    use: useUpdateCarousel,
    write: carousels.update,
    reads: [carousels.list, carousels.show, home.show],
  },
  {
    what: 'the switch of a carousel',
    use: usePublishCarousel,
    write: carousels.publish,
    reads: [carousels.list, carousels.show, home.show],
  },
  {
    what: 'a new carousel with a course',
    use: useAddCarousel,
    write: carousels.create,
    reads: [carousels.list, carousels.show, carousels.items, home.show],
  },
  {
    what: 'the font of the school',
    use: useSaveAppearance,
    write: platformSettings.update,
    reads: [platformSettings.show, home.show, banners.list, carousels.list],
  },
  {
    what: 'a changed snippet',
    use: useChangeSnippet,
    write: customHtml.update,
    reads: [customHtml.list, customHtml.filters, customHtml.pages],
  },
  {
    what: 'a changed marquee',
    use: useChangeMarquee,
    write: marquees.update,
    reads: [marquees.list, catalog.showLesson],
  },
  {
    what: 'a changed live',
    use: useChangeLive,
    write: lives.update,
    reads: [lives.editable, lives.list, lives.show, lives.hasLive],
  },
  {
    what: 'a live that was ended from its menu',
    use: useQuickChange,
    write: lives.update,
    reads: [lives.editable, lives.list, lives.show, lives.hasLive],
  },
  {
    what: 'the reminder of a live',
    use: useRemind,
    write: lives.remind,
    reads: [lives.show, lives.list],
  },
  {
    what: 'the reminder of a live, taken back',
    use: useForget,
    write: lives.forget,
    reads: [lives.show, lives.list],
  },
  {
    what: 'a person who was silenced in a live',
    use: useSilenceInLive,
    write: liveChat.silence,
    reads: [liveChat.silences],
  },
  {
    what: 'a person who may write in a live again',
    use: useUnsilenceInLive,
    write: liveChat.unsilence,
    reads: [liveChat.silences],
  },
  {
    what: 'the first steps, hidden',
    use: useDismissFirstSteps,
    write: firstSteps.dismiss,
    reads: [firstSteps.show],
  },
  {
    what: 'the site, seen as a student',
    use: useStudentSeen,
    write: firstSteps.studentSeen,
    reads: [firstSteps.show],
  },
]);

test('a save that a colleague’s change refuses reads again what shows the settings', async () => {
  const reads: AnyRoute[] = [platformSettings.show, home.show, banners.list, carousels.list];
  const sent = serve(
    [
      platformSettings.update,
      () =>
        refusing(409, 'Mudou enquanto isso.', {
          code: 'stale_version',
          data: { ...site.settings, version: 2 },
        }),
    ],
    ...reads.map((route): [AnyRoute, () => unknown] => [route, () => ({ data: [] })]),
  );
  const Shown = ({ route }: { route: AnyRoute }) => {
    useContractQuery(route, {} as never);
    return null;
  };
  const Page = () => {
    const { mutate } = useSaveAppearance();
    return (
      <>
        <button onClick={() => mutate({ body: { version: 1 } })}>Salvar</button>
        {reads.map((route) => (
          <Shown key={route.path} route={route} />
        ))}
      </>
    );
  };
  visit(<Page />);
  await waitFor(() => expect(sent).toHaveLength(reads.length));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(sent).toHaveLength(reads.length * 2 + 1));
});
