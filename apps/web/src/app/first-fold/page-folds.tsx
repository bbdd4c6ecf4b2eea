import { useQueryClient } from '@tanstack/react-query';
import type { Course, Lesson, ModulePage } from '@vitrine/contract/catalog';
import type { Community } from '@vitrine/contract/communities';
import { postHref } from '@vitrine/contract/community-urls';
import type { AnswerFor } from '@vitrine/contract/core';
import type { Home } from '@vitrine/contract/home';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { posts, type Post } from '@vitrine/contract/posts';
import { defaultTimeZone } from '@vitrine/contract/reminders';
import { CourseHead } from '../../features/catalog/course-head.tsx';
import { CourseList } from '../../features/catalog/course-list.tsx';
import { ModuleHead } from '../../features/catalog/module-head.tsx';
import { ModuleLessons } from '../../features/catalog/module-lessons.tsx';
import { OfferHead } from '../../features/catalog/offer/offer-head.tsx';
import { BannerSlide } from '../../features/home/banner-slide.tsx';
import { featuredOf } from '../../features/home/featured.ts';
import { Hero } from '../../features/home/hero.tsx';
import { DownloadPlace, LessonHeading } from '../../features/lessons/lesson-heading.tsx';
import { PhoneTop } from '../../features/lessons/phone-parts.tsx';
import { ChannelHead, ComposerPlace, FeedOrder } from '../../features/posts/channel-head.tsx';
import { ChannelList } from '../../features/posts/channel-list.tsx';
import { CommunityCards } from '../../features/posts/community-cards.tsx';
import { CommunityCover } from '../../features/posts/community-cover.tsx';
import { communityFont } from '../../features/posts/community-look.ts';
import { LastComments } from '../../features/posts/last-comments.tsx';
import { LONG_TEXT, PostBody, PostFrame } from '../../features/posts/post-body.tsx';
import { useCardOf } from '../../kit/cards/card.ts';
import { withScrollFrames } from '../../kit/page/scroll-frames.ts';
import { contractKey } from '../../kit/queries/contract-query.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { useSetting, useSite, useViewer } from '../../platform/site-context.ts';
import { cx } from '../../ui/cx.ts';

// The folds of pages whose data the server has embedded.

/** Home's banner, or its featured course. The rows come with the code, which is told their weight. */
export function HomeFirstFold({ data }: { data: Home }) {
  const cardOf = useCardOf();
  const viewer = useViewer();
  const ownFont = useSetting('font_primary');
  const row = data.carousels.find(
    ({ published, carousel_item, font_title }) =>
      published && carousel_item.length > 0 && font_title === ownFont,
  );
  const [banner] = data.banners;
  const featured = banner ? null : featuredOf(data, cardOf);
  return (
    <div className="carousels" data-weight={row?.weight_title}>
      {banner && (
        <div className={cx('banners', data.banners.length > 1 && 'has-several')}>
          <BannerSlide banner={banner} first shown place={undefined} onWatch={() => {}} />
        </div>
      )}
      {featured && (
        <Hero
          {...featured}
          hour={hourIn(defaultTimeZone)}
          onFavorite={viewer ? () => {} : undefined}
        />
      )}
    </div>
  );
}

/** The hour in a zone, 0 to 23. The server's own zone is nobody's, and it does not know the viewer's. */
const hourIn = (timeZone: string) =>
  Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(
      new Date(),
    ),
  );

/** Fits a screen. A later row would become the Largest Contentful Paint. */
const LISTED_FIRST = 8;

/** The head of a course, or its offer if the viewer does not hold it. */
export const CourseFirstFold = ({ data }: { data: Course }) =>
  data.locked ? (
    <div className="offer">
      <OfferHead course={data} />
    </div>
  ) : (
    <>
      <CourseHead course={data} />
      <CourseList course={data} atMost={LISTED_FIRST} />
    </>
  );

/** The head of a module and the lessons that fit a first screen. */
export const ModuleFirstFold = ({ data }: { data: ModulePage }) => (
  <>
    <ModuleHead module={data} />
    <div className="catalog-column catalog-list">
      <ModuleLessons module={data} atMost={LISTED_FIRST} />
    </div>
  </>
);

const lessonClasses: Record<number, string> = {
  1: 'lesson-columns',
  2: 'lesson-sequence',
  3: 'lesson-full',
};

/**
 * The top of a lesson: its video's place, or the beginning of its text. `cleanHtml` keeps what the page
 * will show, but nothing that the browser would load twice.
 */
export function LessonFirstFold({
  data,
  cleanHtml,
}: {
  data: Lesson;
  cleanHtml: (html: string) => string;
}) {
  const { tenant } = useSite();
  const settings = useQueryClient().getQueryData<AnswerFor<typeof lessonPage.show>>(
    keyOfAddress(lessonPage.show.path.replace('{tenant}', String(tenant.id))),
  );
  const { video_url, embed, cover, content, content_html } = data;
  const template = settings?.data.theme_classes ?? 1;
  const isText = !video_url && !embed;
  const topRow = <LessonTopRow title={data.module.title} />;
  return (
    <>
      {data.marquee && <MarqueePlace className="max-md:hidden" />}
      <div className={`lesson ${lessonClasses[template]}`}>
        <div className={cx(template === 1 && 'min-w-0')}>
          {template === 2 && topRow}
          {isText ? (
            <PhoneTop lesson={data} />
          ) : (
            <div className="lesson-stage">
              <div className="player">
                {cover && <img src={cover} alt="" fetchPriority="high" className="player-video" />}
              </div>
            </div>
          )}
          {template === 3 && isText && topRow}
          {data.marquee && <MarqueePlace className="md:hidden" />}
          <div className="lesson-body">
            <LessonHeading lesson={data} download={<DownloadPlace />} />
            {isText && (
              <div
                className="rich-text lesson-content"
                // oxlint-disable-next-line react/no-danger -- cleaned right here
                dangerouslySetInnerHTML={{
                  __html: withScrollFrames(cleanHtml(content_html ?? content)),
                }}
              />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The row above a lesson, with the height of the course list's button. */
const LessonTopRow = ({ title }: { title: string }) => (
  <div className="lesson-top-row">
    <p className="min-w-0 truncate text-14 text-text-2">{title}</p>
    <span className="h-10" />
  </div>
);

/** The marquee without its text, which moves once React renders it. */
const MarqueePlace = ({ className }: { className: string }) => (
  <div className={cx('marquee-place', className)}>
    <div className="marquee" />
  </div>
);

/** The communities that the viewer sees. */
export const ExplorerFirstFold = ({ data }: { data: Community[] }) => (
  <CommunityCards communities={data} />
);

/** Fits a screen. */
const POSTS_FIRST = 2;

/** A community with its open channel, whose posts the server embedded. */
export function CommunityFirstFold({ data }: { data: Community }) {
  const client = useQueryClient();
  const feedOf = ({ id }: { id: number }) =>
    client.getQueryData(contractKey(posts.list, { params: { id }, query: { order: 'pinned' } }));
  const channel = data.channels.find(feedOf);
  const shownPosts = channel ? feedOf(channel)!.data.slice(0, POSTS_FIRST) : [];
  const firstWithImage = shownPosts.find(({ attachments }) =>
    attachments.some(({ kind }) => kind === 'image'),
  );
  return (
    <div className="community" style={communityFont(data)}>
      <CommunityCover community={data} />
      <div className="community-columns">
        <div className="community-side">
          {!data.locked && data.channels.length > 0 && <div className="community-search h-10" />}
          <ChannelList
            community={data}
            openId={channel?.id ?? null}
            hasOffer={channel !== undefined}
          />
        </div>
        {channel && (
          <div className="community-feed">
            <ChannelHead
              channel={channel}
              order={<FeedOrder order="pinned" onChange={() => {}} />}
            />
            <ComposerPlace community={data} />
            <div className="posts">
              {shownPosts.map((post) => (
                <PostFirstFold key={post.id} data={post} first={post === firstWithImage} listed />
              ))}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

interface PostFirstFoldProps {
  data: Post;
  /** Its first image is loaded before the page's code. */
  first: boolean;
  listed?: boolean;
}

/** A post in its community's feed, or alone on its page. */
function PostFirstFold({ data: post, first, listed = false }: PostFirstFoldProps) {
  const { tenant } = useSite();
  const href = listed ? postHref(tenant.id, post) : undefined;
  return (
    <PostFrame post={post} href={href} menu={<span className="size-10" />}>
      <PostBody
        post={post}
        href={href}
        whole={!listed || post.content.length <= LONG_TEXT}
        onWhole={() => {}}
        first={first}
      />
      <div className="mt-2 h-11" />
      {href && <LastComments post={post} href={href} />}
    </PostFrame>
  );
}

/** A post, without its comments. */
export const PostPageFirstFold = ({ data }: { data: Post }) => (
  <div className="community post-page">
    <span className="block h-11" />
    <PostFirstFold data={data} first />
  </div>
);
