import { screen, waitFor } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml, type CustomHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { footer } from '@vitrine/contract/footer';
import { levels, type Level } from '@vitrine/contract/levels';
import { lives, type EditableLive } from '@vitrine/contract/lives';
import { loginPage } from '@vitrine/contract/login-page';
import { marquees, type Marquee } from '@vitrine/contract/marquees';
import { me, type Profile } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { platformInfo } from '@vitrine/contract/platform-info';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { reminders } from '@vitrine/contract/reminders';
import { rewards, type Reward } from '@vitrine/contract/rewards';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { BannerDialog } from '../features/banners/banner-dialog.tsx';
import { CourseDetails } from '../features/catalog/manage/course-details.tsx';
import { CourseDialog } from '../features/catalog/manage/course-dialog.tsx';
import { CourseOffer } from '../features/catalog/manage/course-offer.tsx';
import { LessonForm } from '../features/catalog/manage/lesson-form.tsx';
import { ChannelDialog } from '../features/communities/channel-dialog.tsx';
import NewCommunityPanel from '../features/communities/new-community-panel.tsx';
import { SnippetDialog } from '../features/custom-html/snippet-dialog.tsx';
import { CustomLinkDialog } from '../features/custom-links/custom-link-dialog.tsx';
import FooterPanel from '../features/footer/footer-panel.tsx';
import { LevelDialog } from '../features/levels/level-dialog.tsx';
import { LiveDialog } from '../features/lives/manage/live-dialog.tsx';
import LoginPagePanel from '../features/login-page/login-page-panel.tsx';
import { MarqueeDialog } from '../features/marquees/marquee-dialog.tsx';
import ProfileDialog from '../features/me/profile-dialog.tsx';
import { MemberDialog } from '../features/members/member-dialog.tsx';
import PlatformInfoPanel from '../features/platform-info/platform-info-panel.tsx';
import RequestDialog from '../features/privacy/request-dialog.tsx';
import { ProductDialog } from '../features/products/product-dialog.tsx';
import { QuizDialog } from '../features/quizzes/manage/quiz-dialog.tsx';
import ReminderDialog from '../features/reminders/reminder-dialog.tsx';
import { RewardDialog } from '../features/rewards/reward-dialog.tsx';
import { bannerWith } from './banners.ts';
import { course, lesson } from './course.ts';
import { quiz, triple } from './quizzes.ts';
import { refusing, serve, visit } from './school.tsx';

// A refusal without a place leaves its reader to search.

beforeEach(() => localStorage.clear());

interface RefusedForm {
  what: string;
  form: ReactNode;
  route: AnyRoute;
  /** The field that is typed into first. */
  field: RegExp;
  text?: string;
  save?: string;
  /** Fields of the call that this form has no control for, and switches, which take any value. */
  without?: string[];
  /** A second field that must be filled in: an address. */
  more?: RegExp;
  /** Parts of a field that the server names. */
  parts?: string[];
  answers?: Parameters<typeof serve>;
}

const onClose = () => {};
const chosen = { id: 3, title: 'Estúdio', status: 'active' as const, members_count: 2 };

const live: EditableLive = {
  id: 7,
  title: 'Retrato',
  url: 'https://youtu.be/dQw4w9WgXcQ',
  starts_at: '2026-11-24T22:00:00.000Z',
  ends_at: null,
  open_to_all: 1,
  product_ids: [],
  recording_url: null,
  reminders: 0,
};
const link = { id: 1, title: 'Loja', url: 'loja.example.com', tenant_id: 1 };
const marquee: Marquee = {
  id: 1,
  text: 'Oi',
  product_id: 3,
  timer: 60,
  url: null,
  type: 'horizontal',
  tenant_id: 1,
};
const snippet: CustomHtml = {
  id: 1,
  title: 'Chat',
  html: '<p>Olá</p>',
  page: 'lesson',
  community_id: null,
  course_id: 1,
  module_id: 11,
  lesson_id: 111,
  embeddable_ids: [],
  tenant_id: 1,
  version: 1,
  frame_url: '/_frame/1',
};
const level: Level = {
  id: 5,
  tenant_id: 1,
  name: 'Olhar',
  needed_score: 10,
  color: '#ffb238',
  img: null,
  url_img: null,
  show_level_on_profile: 1,
  show_score_on_profile: 1,
  animation: 'none',
};
const rewardFor = (criteria: Reward['criteria']): Reward => ({
  id: 5,
  tenant_id: 1,
  name: 'Olhar de macro',
  criteria,
  reward_type: criteria,
  needed_score: 10,
  quiz: 7,
  lesson: 7,
  description: '',
  animation: 'none',
  song: '',
  img: null,
  links: ['/a'],
  embed: '',
  file: null,
  deliverable_product: null,
  plansSelected: [3],
  deliverables: [],
  earned: 0,
});

const settings = { active: 1, show_communities_page: 1, legacy_form: 0 };
const profile: Profile = {
  id: 7,
  name: 'Marina Teles',
  email: 'marina@example.com',
  email_refused: 0,
  photo_url: null,
  bio: '',
  language: null,
  roles: ['student'],
  in_ranking: 1,
  show_profile: 1,
  time_zone: null,
  watched_seconds: 0,
  created_at: '2026-03-03T12:00:00Z',
};

const flags = ['published', 'sample', 'quiz_required', 'repeat', 'stopwatch', 'enabled'];

test.each<RefusedForm>([
  {
    what: 'a product',
    form: <ProductDialog open product={null} onClose={onClose} />,
    route: products.create,
    field: /Nome/,
    save: 'Criar produto',
    without: ['status'],
  },
  {
    what: 'a reminder',
    form: <ReminderDialog reminder={null} onClose={onClose} />,
    route: reminders.create,
    field: /Título/,
    without: ['course_id', 'time_zone'],
  },
  {
    what: 'a request to the school',
    form: <RequestDialog onClose={onClose} />,
    route: privacy.ask,
    field: /O que você pede/,
    save: 'Enviar',
    without: ['kind'],
  },
  {
    what: 'a new course',
    form: <CourseDialog open onClose={onClose} />,
    route: catalog.createCourse,
    field: /Título/,
    save: 'Criar curso',
    without: ['description', 'cover', 'upsell_text', 'upsell_link', 'offer'],
  },
  {
    what: 'the details of a course',
    form: <CourseDetails course={course()} />,
    route: catalog.updateCourse,
    field: /Título/,
    without: ['upsell_text', 'upsell_link', 'offer', 'module_ids'],
  },
  {
    what: 'the offer of a course',
    form: <CourseOffer course={course()} />,
    route: catalog.updateCourse,
    field: /Texto de venda/,
    without: ['title', 'description', 'cover', 'product_ids', 'offer', 'module_ids'],
    parts: ['price_text', 'button_text', 'button_url', 'learn.0', 'includes.3'].map(
      (part) => `offer.${part}`,
    ),
  },
  {
    what: 'a lesson',
    form: <LessonForm lesson={lesson({ video_url: '/files/1/luz.mp4' })} />,
    route: catalog.updateLesson,
    field: /Título/,
    without: ['embed', 'captions', 'files', 'module_id'],
    parts: ['captions.0.path', 'files.1.path'],
  },
  {
    what: 'a lesson with a player',
    form: <LessonForm lesson={lesson({ embed: 'https://www.loom.com/embed/1' })} />,
    route: catalog.updateLesson,
    field: /Título/,
    without: ['video_url', 'captions', 'module_id'],
  },
  {
    what: 'a live',
    form: <LiveDialog live={live} onClose={onClose} />,
    route: lives.update,
    field: /Título/,
    without: ['product_ids', 'open_to_all'],
    answers: [[lives.editable, () => [{ ...live, now: live.starts_at }]]],
  },
  {
    what: 'a link of the header',
    form: <CustomLinkDialog link={link} onClose={onClose} />,
    route: customLinks.update,
    field: /Título/,
    answers: [[customLinks.list, () => ({ data: [link] })]],
  },
  {
    what: 'a marquee',
    form: <MarqueeDialog marquee={marquee} onClose={onClose} />,
    route: marquees.update,
    field: /Texto/,
    without: ['type'],
    answers: [[marquees.list, () => [marquee]]],
  },
  {
    what: 'a snippet',
    form: <SnippetDialog snippet={snippet} onClose={onClose} />,
    route: customHtml.update,
    field: /Título/,
    without: ['community_id', 'course_id', 'module_id', 'lesson_id', 'embeddable_ids'],
  },
  {
    what: 'a channel',
    form: <ChannelDialog communityId={5} channel={null} onClose={onClose} />,
    route: communities.createChannel,
    field: /Nome do canal/,
  },
  {
    what: 'a community',
    form: <NewCommunityPanel />,
    route: communities.createConfig,
    field: /Nome da comunidade/,
    without: [
      'background_color',
      'cover',
      'isActive',
      'is_private',
      'hide_channels_groups',
      'has_ranking',
      'has_continue_watching',
      'product_ids',
      'upsell_text',
      'upsell_link',
    ],
    answers: [[communities.settings, () => ({ data: settings })]],
  },
  {
    what: 'a level',
    form: <LevelDialog level={level} onClose={onClose} />,
    route: levels.update,
    field: /Nome/,
    without: ['color', 'show_level_on_profile', 'show_score_on_profile', 'animation'],
    answers: [
      [levels.list, () => [level]],
      [levels.products, () => [{ id: 1, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }]],
    ],
  },
  {
    what: 'a banner',
    form: <BannerDialog banner={bannerWith({ id: 1, title: 'Luz' })} onClose={onClose} />,
    route: banners.update,
    field: /^Título/,
    without: fieldsOf(banners.update).filter((name) => /^(font|weight|size)_/.test(name)),
  },
  {
    what: 'a quiz',
    form: <QuizDialog quiz={quiz({ stopwatch: 1, time_limit: '01:00:00' })} onClose={onClose} />,
    route: quizzes.update,
    field: /Nome/,
    without: ['review', 'type'],
  },
  ...(['score', 'quiz', 'lesson'] as const).map((criteria): RefusedForm => ({
    what: `a reward for a ${criteria}`,
    form: <RewardDialog reward={rewardFor(criteria)} onClose={onClose} />,
    route: rewards.update,
    field: /Nome/,
    without: [
      'criteria',
      'links',
      'deliverable_product',
      'reward_type',
      'animation',
      'song',
      ...['needed_score', 'quiz', 'lesson'].filter((name) => !name.includes(criteria)),
    ],
    parts: ['links.0'],
    answers: [
      [rewards.products, () => [{ id: 1, plan_id: 3, reward_id: 5, plan: { title: 'Estúdio' } }]],
      [rewards.list, () => [rewardFor(criteria)]],
      [quizzes.list, () => triple([quiz()])],
    ],
  })),
  {
    what: 'the own profile',
    form: <ProfileDialog profile={profile} onClose={onClose} />,
    route: me.update,
    field: /Nome/,
    without: ['language', 'in_ranking', 'show_profile', 'time_zone'],
  },
  {
    what: 'a member',
    form: (
      <MemberDialog
        open
        member={null}
        onClose={onClose}
        onAddedWithoutMail={onClose}
        onChangeEmail={onClose}
      />
    ),
    route: members.create,
    field: /Nome/,
    save: 'Adicionar',
    without: ['password'],
    more: /E-mail/,
  },
  {
    what: 'the information of the platform',
    form: <PlatformInfoPanel />,
    route: platformInfo.update,
    field: /Nome da plataforma/,
  },
  {
    what: 'the footer',
    form: <FooterPanel />,
    route: footer.update,
    field: /Youtube/i,
    text: 'https://youtube.com/luz',
    without: ['use_terms', 'privacy_terms'],
  },
  {
    what: 'the login page',
    form: <LoginPagePanel />,
    route: loginPage.update,
    field: /^Título$/,
    without: [
      'login_theme',
      'login_theme_placement',
      'overlay_banner_login',
      'cta_login',
      'magic_link_enabled',
      'enable_redirect_login',
      'redirect_url',
    ],
  },
])(
  'each field that the server refuses says so, and the first takes the focus: $what',
  async ({
    form,
    route,
    field,
    text = ' novo',
    save = 'Salvar',
    without = [],
    parts = [],
    answers = [],
    more,
  }) => {
    const names = [...fieldsOf(route), ...parts].filter(
      (name) => !without.includes(name) && !flags.includes(name),
    );
    const errors = Object.fromEntries(names.map((name) => [name, [textOf(name)]]));
    serve(
      [route, () => refusing(422, 'Confira os campos.', { code: 'invalid', errors })],
      [products.list, () => [chosen]],
      ...answers,
    );
    const { user } = visit(form);
    await user.type(await screen.findByRole('textbox', { name: field }), text);
    if (more) await user.type(screen.getByRole('textbox', { name: more }), 'ana@a.co');
    await user.click(screen.getByRole('button', { name: save }));
    await waitFor(() => expect(invalidFields()).not.toEqual([]));
    const told = invalidFields().map(descriptionOf).join(' ');
    expect(names.filter((name) => !told.includes(textOf(name)))).toEqual([]);
    await waitFor(() =>
      expect(invalidFields()[0]).toContainElement(document.activeElement as HTMLElement),
    );
    // A file picker is hidden. Its button takes the focus.
    expect(document.activeElement).not.toHaveAttribute('aria-hidden');
  },
);

const textOf = (name: string) => `Recusado: ${name}.`;

const invalidFields = () => [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];

const descriptionOf = (field: Element) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

/** The fields of a call's body, without those that no person types. */
function fieldsOf({ body }: AnyRoute) {
  const { shape } = body as unknown as { shape: object };
  return Object.keys(shape).filter((name) => !['tenant_id', 'version', 'id'].includes(name));
}
