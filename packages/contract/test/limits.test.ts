import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { limits as appearanceLimits } from '../src/appearance.ts';
import { bannerSettings, limits as bannerSettingsLimits } from '../src/banner-settings.ts';
import { banners, limits as bannerLimits, messages as bannerMessages } from '../src/banners.ts';
import { carousels, limits as carouselLimits, messages as rows } from '../src/carousels.ts';
import { catalog, limits as catalogLimits, messages as lessons } from '../src/catalog.ts';
import { comments, limits as commentLimits, messages as commentMessages } from '../src/comments.ts';
import {
  communities,
  limits as communityLimits,
  messages as communityMessages,
} from '../src/communities.ts';
import type { AnyRoute } from '../src/core.ts';
import { customHtml, limits as htmlLimits, messages as htmlMessages } from '../src/custom-html.ts';
import { customLinks, limits as linkLimits } from '../src/custom-links.ts';
import { footer, limits as footerLimits, messages as footerMessages } from '../src/footer.ts';
import { levels, limits as levelLimits, messages as levelMessages } from '../src/levels.ts';
import { limits as chatLimits, liveChat, messages as chatMessages } from '../src/live-chat.ts';
import { limits as liveLimits, lives } from '../src/lives.ts';
import { limits as loginLimits, loginPage, messages as loginMessages } from '../src/login-page.ts';
import { limits as marqueeLimits, marquees, messages as marqueeMessages } from '../src/marquees.ts';
import { limits as profileLimits, me, messages as profileMessages } from '../src/me.ts';
import { messages as common } from '../src/messages.ts';
import {
  limits as infoLimits,
  messages as infoMessages,
  platformInfo,
} from '../src/platform-info.ts';
import { platformSettings } from '../src/platform-settings.ts';
import { limits as pointsLimits, messages as pointsMessages, points } from '../src/points.ts';
import { limits as postLimits, messages as postMessages, posts } from '../src/posts.ts';
import { limits as privacyLimits, messages as privacyMessages, privacy } from '../src/privacy.ts';
import { limits as quizLimits, messages as quizMessages, quizzes } from '../src/quizzes.ts';
import {
  limits as reminderLimits,
  messages as reminderMessages,
  reminders,
} from '../src/reminders.ts';
import { limits as rewardLimits, messages as rewardMessages, rewards } from '../src/rewards.ts';
import { limits as sessionLimits, messages as sessionMessages, sessions } from '../src/sessions.ts';
import { limits as uploadLimits, uploads } from '../src/uploads.ts';
import { modules } from './modules.ts';

/**
 * A value at the limit is accepted. The next one is refused, with the message `says` where it is
 * given.
 */
interface Case {
  route: AnyRoute;
  field: string;
  accepted: unknown;
  refused: unknown;
  /** The other fields that the body requires. */
  with?: Record<string, unknown>;
  says?: string;
}

/** Each character takes two units of UTF-16, but is one to people (contract, Everywhere). */
const text = (length: number) => '📷'.repeat(length);
const longest = (
  route: AnyRoute,
  field: string,
  limit: number,
  rest: Partial<Case> = {},
): Case => ({
  route,
  field,
  accepted: text(limit),
  refused: text(limit + 1),
  ...rest,
});
const most = (route: AnyRoute, field: string, limit: number, rest: Partial<Case> = {}): Case => ({
  route,
  field,
  accepted: limit,
  refused: limit + 1,
  says: common.invalid,
  ...rest,
});
const least = (route: AnyRoute, field: string, limit: number, rest: Partial<Case> = {}): Case => ({
  ...most(route, field, limit, rest),
  refused: limit - 1,
});

const carousel = { title: 'Para começar', type: '1', content: [1] };
const html = { title: 'Chat', customHtml: '<p>', page: 'homepage' };
const community = { title: 'Clube', permissions_array: [1] };
const marquee = { text: 'Olá', product_id: 1 };
const link = { link_title: 'Loja', link_url: 'loja.example' };
const file = (index: number) => ({ name: `${index}.pdf`, path: '/files/1/a.pdf' });
const caption = (index: number) => ({
  language: `a${String.fromCharCode(97 + index)}`,
  path: '/files/1/a.vtt',
});
const reward = { name: 'Medalha', criteria: 'score', needed_score: 1 };
const many = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, i) => make(i));

const option = { text: 'f/2' };
const question = { kind: 'multiple', text: 'Qual?', options: [option] };
const profile = { key: 'a', title: 'A' };
/** A limit inside a question, an option or a profile: the whole list is sent. */
const inQuestions = (
  limit: number,
  make: (value: never) => object,
  { at = text, ...rest }: Partial<Case> & { at?: (size: number) => unknown } = {},
): Case => ({
  route: quizzes.saveQuestions,
  field: 'questions',
  accepted: [make(at(limit) as never)],
  refused: [make(at(limit + 1) as never)],
  ...rest,
});
const inProfiles = (name: string, limit: number, says: string): Case => ({
  route: quizzes.saveQuestions,
  field: 'profiles',
  with: { questions: [] },
  accepted: [{ ...profile, [name]: text(limit) }],
  refused: [{ ...profile, [name]: text(limit + 1) }],
  says,
});
const inOffer = (
  name: string,
  limit: number,
  says: string,
  at: (size: number) => unknown = text,
): Case => ({
  route: catalog.createCourse,
  field: 'offer',
  with: { title: 'Luz' },
  accepted: { [name]: at(limit) },
  refused: { [name]: at(limit + 1) },
  says,
});

const enforced: Record<string, Case> = {
  'appearance.overlay': most(
    platformSettings.update,
    'overlay_intensity',
    appearanceLimits.overlay,
  ),
  'appearance.shadow': most(platformSettings.update, 'shadow_size', appearanceLimits.shadow),
  'banner-settings.time.0': least(
    bannerSettings.update,
    'banner_custom_autoplay_time',
    bannerSettingsLimits.time[0],
  ),
  'banner-settings.time.1': most(
    bannerSettings.update,
    'banner_custom_autoplay_time',
    bannerSettingsLimits.time[1],
  ),
  'banners.text': longest(banners.create, 'title', bannerLimits.text, {
    says: common.titleTooLong,
  }),
  'banners.description': longest(banners.create, 'subtitle', bannerLimits.description, {
    says: bannerMessages.descriptionTooLong,
  }),
  'banners.size.0': least(banners.create, 'size_title', bannerLimits.size[0]),
  'banners.size.1': most(banners.create, 'size_title', bannerLimits.size[1]),
  'banners.weight.0': least(banners.create, 'weight_title', bannerLimits.weight[0], { refused: 0 }),
  'banners.weight.1': most(banners.create, 'weight_title', bannerLimits.weight[1], {
    refused: bannerLimits.weight[1] + 100,
  }),
  'carousels.titleMin': {
    ...longest(carousels.create, 'title', carouselLimits.titleMin, { with: carousel }),
    refused: text(carouselLimits.titleMin - 1),
    says: rows.titleTooShort,
  },
  'carousels.title': longest(carousels.create, 'title', carouselLimits.title, {
    with: carousel,
    says: common.titleTooLong,
  }),
  'carousels.description': longest(carousels.create, 'description', carouselLimits.description, {
    with: carousel,
    says: rows.descriptionTooLong,
  }),
  'carousels.sizeMin': least(carousels.create, 'size_title', carouselLimits.sizeMin, {
    with: carousel,
  }),
  'carousels.sizeMax': most(carousels.create, 'size_title', carouselLimits.sizeMax, {
    with: carousel,
  }),
  'carousels.autoplayMin': least(carousels.create, 'autoplay_time', carouselLimits.autoplayMin, {
    with: carousel,
  }),
  'carousels.autoplayMax': most(carousels.create, 'autoplay_time', carouselLimits.autoplayMax, {
    with: carousel,
  }),
  'carousels.cardsPerGroup': most(
    carousels.create,
    'cards_per_group',
    carouselLimits.cardsPerGroup,
    { with: carousel },
  ),
  'catalog.title': longest(catalog.createCourse, 'title', catalogLimits.title, {
    says: common.titleTooLong,
  }),
  'catalog.description': longest(catalog.createCourse, 'description', catalogLimits.description, {
    with: { title: 'Luz' },
    says: lessons.descriptionTooLong,
  }),
  'catalog.upsellText': longest(catalog.createCourse, 'upsell_text', catalogLimits.upsellText, {
    with: { title: 'Luz' },
    says: lessons.upsellTooLong,
  }),
  'catalog.offer.price': inOffer('price_text', catalogLimits.offer.price, lessons.priceTooLong),
  'catalog.offer.button': inOffer('button_text', catalogLimits.offer.button, lessons.buttonTooLong),
  'catalog.offer.point': inOffer(
    'learn',
    catalogLimits.offer.point,
    lessons.pointTooLong,
    (size) => [text(size)],
  ),
  'catalog.offer.points': inOffer(
    'includes',
    catalogLimits.offer.points,
    lessons.tooManyPoints,
    (size) => many(size, () => 'Luz'),
  ),
  // Two bytes a letter: the limit counts bytes, not characters.
  'catalog.content': {
    route: catalog.createLesson,
    field: 'content',
    accepted: 'é'.repeat(catalogLimits.content / 2),
    refused: `${'é'.repeat(catalogLimits.content / 2)}a`,
    with: { title: 'Luz' },
    says: lessons.contentTooLong,
  },
  'catalog.embed': longest(catalog.createLesson, 'embed', catalogLimits.embed, {
    with: { title: 'Luz' },
    says: common.invalidLink,
  }),
  'catalog.lessonsAtOnce': {
    route: catalog.updateLessons,
    field: 'lesson_ids',
    accepted: many(catalogLimits.lessonsAtOnce, (index) => index + 1),
    refused: many(catalogLimits.lessonsAtOnce + 1, (index) => index + 1),
    says: lessons.tooManyLessons,
  },
  'catalog.filesPerLesson': {
    route: catalog.createLesson,
    field: 'files',
    accepted: many(catalogLimits.filesPerLesson, file),
    refused: many(catalogLimits.filesPerLesson + 1, file),
    with: { title: 'Luz' },
    says: lessons.tooManyFiles,
  },
  'catalog.captionsPerLesson': {
    route: catalog.createLesson,
    field: 'captions',
    accepted: many(catalogLimits.captionsPerLesson, caption),
    refused: many(catalogLimits.captionsPerLesson + 1, caption),
    with: { title: 'Luz' },
    says: lessons.tooManyCaptions,
  },
  'catalog.seconds': {
    ...most(catalog.createLesson, 'duration_seconds', catalogLimits.seconds),
    with: { title: 'Luz' },
    says: undefined,
  },
  'communities.title': longest(communities.createConfig, 'title', communityLimits.title, {
    says: communityMessages.titleTooLong,
  }),
  'communities.description': longest(
    communities.createConfig,
    'description',
    communityLimits.description,
    { says: communityMessages.descriptionTooLong },
  ),
  'communities.upsellText': longest(
    communities.createConfig,
    'upsell_text',
    communityLimits.upsellText,
    { says: communityMessages.titleTooLong },
  ),
  'communities.buttonText': longest(
    communities.create,
    'button_sales_text',
    communityLimits.buttonText,
    { with: community, says: communityMessages.buttonTooLong },
  ),
  'communities.links': {
    route: communities.create,
    field: 'links',
    accepted: many(communityLimits.links, () => ({ title: 'Agenda', url: 'a.example' })),
    refused: many(communityLimits.links + 1, () => ({ title: 'Agenda', url: 'a.example' })),
    with: community,
    says: communityMessages.tooManyLinks,
  },
  'communities.channelTitle': longest(
    communities.createChannel,
    'title',
    communityLimits.channelTitle,
    { says: communityMessages.channelTooLong },
  ),
  'communities.channelDescription': longest(
    communities.createChannel,
    'description',
    communityLimits.channelDescription,
    { with: { title: 'Avisos' }, says: communityMessages.channelDescriptionTooLong },
  ),
  'posts.title': longest(posts.create, 'title', postLimits.title, {
    says: postMessages.titleTooLong,
  }),
  'posts.content': longest(posts.create, 'content', postLimits.content, {
    says: postMessages.tooLong,
  }),
  'posts.comment': longest(posts.createComment, 'content', postLimits.comment, {
    says: postMessages.commentTooLong,
  }),
  'posts.html': {
    route: posts.create,
    field: 'content',
    accepted: '<b></b>'.repeat(postLimits.html / 7) + 'aaa',
    refused: 'a'.padEnd(postLimits.html + 1, '<b>'),
    says: postMessages.tooLong,
  },
  'posts.attachments': {
    route: posts.create,
    field: 'attachments',
    accepted: many(postLimits.attachments, () => ({ kind: 'image', path: '/files/1/a.png' })),
    refused: many(postLimits.attachments + 1, () => ({ kind: 'image', path: '/files/1/a.png' })),
    says: postMessages.tooManyAttachments,
  },
  'posts.reason': longest(posts.report, 'reason', postLimits.reason, {
    says: postMessages.reasonTooLong,
  }),
  'posts.silenceDays': {
    ...most(posts.silence, 'days', postLimits.silenceDays),
    says: common.invalid,
  },
  'comments.content': longest(comments.create, 'content', commentLimits.content, {
    says: commentMessages.tooLong,
  }),
  'comments.html': {
    route: comments.create,
    field: 'content',
    accepted: `${'<b></b>'.repeat(5_000)}${text(commentLimits.html - 35_000)}`,
    refused: `${'<b></b>'.repeat(5_000)}${text(commentLimits.html - 35_000)} `,
    says: commentMessages.tooLong,
  },
  'comments.seconds': {
    ...most(comments.create, 'seconds', commentLimits.seconds),
    with: { content: 'Oi' },
    says: undefined,
  },
  'custom-html.title': longest(customHtml.create, 'title', htmlLimits.title, {
    with: html,
    says: htmlMessages.titleTooLong,
  }),
  'custom-html.html': longest(customHtml.create, 'customHtml', htmlLimits.html, {
    with: html,
    says: htmlMessages.htmlTooLong,
  }),
  'custom-links.title': longest(customLinks.create, 'link_title', linkLimits.title, {
    with: link,
    says: common.titleTooLong,
  }),
  'custom-links.url': longest(customLinks.create, 'link_url', linkLimits.url, {
    with: link,
    says: common.invalidLink,
  }),
  'footer.terms': longest(footer.update, 'use_terms', footerLimits.terms, {
    says: footerMessages.termsTooLong,
  }),
  'me.name': longest(me.update, 'name', profileLimits.name, {
    says: profileMessages.nameTooLong,
  }),
  'me.bio': longest(me.update, 'bio', profileLimits.bio, { says: profileMessages.bioTooLong }),
  'login-page.text': longest(loginPage.update, 'login_text', loginLimits.text, {
    says: loginMessages.titleTooLong,
  }),
  'login-page.button': longest(loginPage.update, 'title_cta_login', loginLimits.button, {
    says: loginMessages.buttonTooLong,
  }),
  'login-page.opacityStep': most(loginPage.update, 'overlay_banner_login', loginLimits.opacityStep),
  'quizzes.name': longest(quizzes.create, 'name', quizLimits.name, {
    says: quizMessages.nameTooLong,
  }),
  'quizzes.questions': {
    route: quizzes.saveQuestions,
    field: 'questions',
    accepted: many(quizLimits.questions, () => question),
    refused: many(quizLimits.questions + 1, () => question),
  },
  'quizzes.options': inQuestions(
    quizLimits.options,
    (options: object[]) => ({ ...question, options }),
    { at: (length) => many(length, () => option) },
  ),
  'quizzes.profiles': {
    route: quizzes.saveQuestions,
    field: 'profiles',
    with: { questions: [] },
    accepted: many(quizLimits.profiles, (key) => ({ ...profile, key: String(key) })),
    refused: many(quizLimits.profiles + 1, (key) => ({ ...profile, key: String(key) })),
  },
  'quizzes.profileCourses': {
    route: quizzes.saveQuestions,
    field: 'profiles',
    with: { questions: [] },
    accepted: [{ ...profile, course_ids: many(quizLimits.profileCourses, (at) => at + 1) }],
    refused: [{ ...profile, course_ids: many(quizLimits.profileCourses + 1, (at) => at + 1) }],
  },
  'quizzes.text': inQuestions(quizLimits.text, (value: string) => ({ ...question, text: value }), {
    says: quizMessages.questionTooLong,
  }),
  'quizzes.optionText': inQuestions(
    quizLimits.optionText,
    (value: string) => ({ ...question, options: [{ text: value }] }),
    { says: quizMessages.optionTooLong },
  ),
  'quizzes.explanation': inQuestions(
    quizLimits.explanation,
    (explanation: string) => ({ ...question, explanation }),
    { says: quizMessages.explanationTooLong },
  ),
  'quizzes.imageAlt': inQuestions(
    quizLimits.imageAlt,
    (image_alt: string) => ({ ...question, image_alt }),
    { says: quizMessages.imageAltTooLong },
  ),
  'quizzes.weight.0': {
    ...inQuestions(quizLimits.weight[0], (weight: number) => ({ ...question, weight }), {
      at: (weight) => weight,
    }),
    refused: [{ ...question, weight: quizLimits.weight[0] - 1 }],
  },
  'quizzes.weight.1': inQuestions(
    quizLimits.weight[1],
    (weight: number) => ({ ...question, weight }),
    { at: (weight) => weight },
  ),
  'quizzes.profileKey': inProfiles('key', quizLimits.profileKey, quizMessages.profileKeyTooLong),
  'quizzes.profileTitle': inProfiles(
    'title',
    quizLimits.profileTitle,
    quizMessages.profileTitleTooLong,
  ),
  'quizzes.profileDescription': inProfiles(
    'description',
    quizLimits.profileDescription,
    quizMessages.profileDescriptionTooLong,
  ),
  'quizzes.answers': {
    route: quizzes.finish,
    field: 'answers',
    accepted: many(quizLimits.answers, () => ({ question_id: 1, option_ids: [] })),
    refused: many(quizLimits.answers + 1, () => ({ question_id: 1, option_ids: [] })),
  },
  'levels.name': longest(levels.create, 'name', levelLimits.name, {
    says: levelMessages.nameTooLong,
  }),
  'levels.nameOnEdit': longest(levels.update, 'name', levelLimits.nameOnEdit, {
    with: { id: 1 },
    says: levelMessages.nameTooLongOnEdit,
  }),
  'points.name': longest(points.create, 'custom_name', pointsLimits.name, {
    says: pointsMessages.nameTooLong,
  }),
  'points.points': most(points.give, 'points', pointsLimits.points, {
    with: { reason: 'Ajudou' },
  }),
  'points.interactions': {
    route: points.saveDaily,
    field: 'platform_settings',
    accepted: { like_class: { needed_interaction: pointsLimits.interactions } },
    refused: { like_class: { needed_interaction: pointsLimits.interactions + 1 } },
  },
  'points.note': longest(points.give, 'reason', pointsLimits.note, {
    with: { points: 1 },
    says: pointsMessages.noteTooLong,
  }),
  'points.previewDays': most(points.preview, 'days', pointsLimits.previewDays, {
    with: { custom_name: 'XP' },
  }),
  'rewards.name': longest(rewards.create, 'name', rewardLimits.name, {
    with: reward,
    says: rewardMessages.nameTooLong,
  }),
  'rewards.description': longest(rewards.create, 'description', rewardLimits.description, {
    with: reward,
    says: rewardMessages.descriptionTooLong,
  }),
  'rewards.links': {
    route: rewards.create,
    field: 'links',
    with: reward,
    accepted: many(rewardLimits.links, () => '/a'),
    refused: many(rewardLimits.links + 1, () => '/a'),
    says: rewardMessages.tooManyLinks,
  },
  'rewards.link': {
    route: rewards.create,
    field: 'links',
    with: reward,
    accepted: [`/${'a'.repeat(rewardLimits.link - 1)}`],
    refused: [`/${'a'.repeat(rewardLimits.link)}`],
    says: rewardMessages.wrongLink,
  },
  'rewards.embed': longest(rewards.create, 'embed', rewardLimits.embed, {
    with: reward,
    says: rewardMessages.embedTooLong,
  }),
  'marquees.text': longest(marquees.create, 'text', marqueeLimits.text, {
    with: marquee,
    says: marqueeMessages.textTooLong,
  }),
  'marquees.timer.min': least(marquees.create, 'timer', marqueeLimits.timer.min, {
    with: marquee,
  }),
  'marquees.timer.max': most(marquees.create, 'timer', marqueeLimits.timer.max, {
    with: marquee,
  }),
  'platform-info.name': longest(platformInfo.update, 'name', infoLimits.name, {
    says: infoMessages.nameTooLong,
  }),
  'platform-info.description': longest(platformInfo.update, 'description', infoLimits.description, {
    with: { name: 'Contraluz' },
    says: infoMessages.descriptionTooLong,
  }),
  'privacy.requestText': longest(privacy.ask, 'details', privacyLimits.requestText, {
    with: { kind: 'other' },
    says: privacyMessages.textTooLong,
  }),
  'reminders.title': longest(reminders.create, 'title', reminderLimits.title, {
    with: { weekdays: [1], time: '08:30' },
    says: reminderMessages.titleTooLong,
  }),
  'lives.title': longest(lives.create, 'title', liveLimits.title, {
    with: { url: 'https://youtu.be/dQw4w9WgXcQ', starts_at: '2026-11-24T22:00:00Z' },
    says: common.titleTooLong,
  }),
  'live-chat.message': longest(liveChat.send, 'text', chatLimits.message, {
    says: chatMessages.tooLong,
  }),
  'sessions.name': longest(sessions.setUpOwner, 'name', sessionLimits.name, {
    with: { token: 'a', email: 'ana@example.com', password: 'segredo-bom' },
    says: sessionMessages.nameTooLong,
  }),
  'sessions.passwordMin': {
    ...longest(sessions.reset, 'password', sessionLimits.passwordMin, { with: { token: 'a' } }),
    refused: text(sessionLimits.passwordMin - 1),
    says: sessionMessages.weakPassword,
  },
  'sessions.passwordMax': longest(sessions.reset, 'password', sessionLimits.passwordMax, {
    with: { token: 'a' },
    says: sessionMessages.weakPassword,
  }),
  'uploads.filename': longest(uploads.announce, 'filename', uploadLimits.filename, {
    with: { size: 1, use: 'lesson_file' },
    says: common.fileNameTooLong,
  }),
};

/** No field of a body: counted over rows, measured in a file or a whole body, or how much is shown. */
const elsewhere = [
  'mails.testsPerHour',
  'mails.error',
  'posts.repliesAround',
  'banner-settings.defaultTime',
  'carousels.cards',
  'carousels.lessonsToContinue',
  'catalog.lessonBody',
  'comments.perMinute',
  'comments.repliesShown',
  'communities.channels',
  'communities.perSchool',
  'posts.mentions',
  'posts.page',
  'posts.largestPage',
  'posts.commentsShown',
  'posts.likersShown',
  'posts.perMinute.comment',
  'posts.perMinute.mention',
  'posts.perMinute.post',
  'posts.perMinute.report',
  'posts.pinned',
  'posts.repliesShown',
  'posts.restoreDays',
  'custom-html.frame',
  'custom-html.frameMinutes',
  'custom-html.listed',
  'custom-html.perPlace',
  'custom-links.perSchool',
  // The server's tests cover deadlines and rates.
  'privacy.requestDays',
  'privacy.openRequests',
  'privacy.erasureDays',
  'privacy.exportsPerHour',
  'privacy.erasureTriesPerHour',
  'privacy.erasureLinksPerHour',
  'reminders.perMember',
  'lives.perSchool',
  'lives.hoursWithoutEnd',
  'lives.reminderMinutes',
  'live-chat.page',
  'live-chat.perMinute',
  'live-chat.opensMinutes',
  'live-chat.closesMinutes',
  'imports.cartridge',
  'imports.csv',
  'imports.choices',
  'imports.csvLines',
  'imports.invitationsPerDay',
  'imports.previewLines',
  'imports.productChoices',
  'imports.resultDays',
  'login-page.crop',
  'login-page.zoom',
  'me.courses',
  'members.invitationsPerHour',
  'members.invitationsPerDay',
  'marquees.listed',
  'marquees.timer.start',
  'offline.lessons',
  'push.endpoint',
  'push.perMember',
  'push.title',
  'push.text',
  'offline.queuedKeyDays',
  'notifications.page',
  'notifications.largestPage',
  'notifications.badge',
  'notifications.counted',
  'notifications.quote',
  'notifications.singleMails',
  'notifications.digest',
  'points.entries',
  'points.previewRows',
  'quizzes.studentsPage',
  'quizzes.plotted',
  'quizzes.searchedStudents',
  'quizzes.countedOpen',
  'search.query',
  'search.words',
  'search.page',
  'search.counted',
  'search.maxPerKind',
  'sessions.linkMinutes',
  'uploads.image',
  'uploads.badge',
  'uploads.bannerVideo',
  'uploads.lessonVideo',
  'uploads.captions',
  'uploads.file',
  'uploads.importFile',
  'uploads.pixels',
  'uploads.frames',
  'uploads.putMinutes',
  'uploads.unusedHours',
  'uploads.signedMinutes',
  'uploads.unclaimed.student.files',
  'uploads.unclaimed.student.bytes',
  'uploads.unclaimed.admin.files',
  'uploads.unclaimed.admin.bytes',
  'uploads.unclaimed.school.files',
  'uploads.unclaimed.school.bytes',
  'uploads.storageWarningPercent',
  'upkeep.failureDays',
  'upkeep.maxFailures',
];

describe.each(Object.entries(enforced))('%s', (_name, { route, field, with: rest, ...one }) => {
  const errorsOf = (value: unknown) => {
    const result = z.safeParse(route.body!, { ...rest, [field]: value });
    return result.success ? [] : result.error.issues.filter((issue) => issue.path[0] === field);
  };

  test('accepts the last value', () => expect(errorsOf(one.accepted)).toEqual([]));

  test('refuses the first value beyond it', () => {
    const errors = errorsOf(one.refused);
    expect(errors).not.toEqual([]);
    if (one.says) expect(errors.map((issue) => issue.message)).toContain(one.says);
  });
});

/** Fields that are no words: their message names the mistake. */
const withoutNumber: string[] = [common.invalidLink, sessionMessages.weakPassword];

test('a text that is too long is told its limit, by number', () => {
  const vague = Object.entries(enforced).flatMap(([name, { route, field, with: rest, ...one }]) => {
    const result = z.safeParse(route.body!, { ...rest, [field]: one.refused });
    const issues = result.success ? [] : result.error.issues;
    const limit = limitOf(one);
    if (limit === null) return [];
    const texts = issues.map(({ message }) => message);
    const isTold = texts.some(
      (text) => withoutNumber.includes(text) || numbersIn(text).includes(limit),
    );
    return isTold ? [] : [`${name} ${limit}: ${texts.join(' ')}`];
  });
  expect(vague).toEqual([]);
});

/** The length of the longest text of an accepted value. Null where the limit is not one of a text. */
function limitOf({ accepted, refused }: Pick<Case, 'accepted' | 'refused'>) {
  const [most, more] = [accepted, refused].map(lengthOf);
  return most && more === most + 1 ? most : null;
}

/** Counts the characters of the long text in a value. `text` repeats one character. */
function lengthOf(value: unknown) {
  const [long] = /📷+/u.exec(JSON.stringify(value)) ?? [];
  return long && [...long].length;
}

const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d.]*/g)].map(([digits]) => Number(digits.replaceAll('.', '')));

test('every limit of a body is tested here', () => {
  const names = modules.flatMap(({ name, limits }) => namesIn(name, limits ?? {}));
  const tried = new Set([...Object.keys(enforced), ...elsewhere]);
  expect(names.filter((name) => !tried.has(name))).toEqual([]);
  expect([...tried].filter((name) => !names.includes(name))).toEqual([]);
});

/**
 * Names of limits, such as `carousels.title`. The members of a group are listed one by one, unless
 * the group is listed.
 */
function namesIn(name: string, value: object): string[] {
  return Object.entries(value).flatMap(([key, limit]) => {
    const path = `${name}.${key}`;
    const whole = typeof limit !== 'object' || elsewhere.includes(path);
    return whole ? [path] : namesIn(path, limit as object);
  });
}
