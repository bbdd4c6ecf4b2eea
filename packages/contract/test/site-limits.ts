import { limits as appearanceLimits } from '../src/appearance.ts';
import { bannerSettings, limits as bannerSettingsLimits } from '../src/banner-settings.ts';
import { banners, limits as bannerLimits, messages as bannerMessages } from '../src/banners.ts';
import { carousels, limits as carouselLimits, messages as rows } from '../src/carousels.ts';
import { customLinks, limits as linkLimits } from '../src/custom-links.ts';
import { footer, limits as footerLimits, messages as footerMessages } from '../src/footer.ts';
import { levels, limits as levelLimits, messages as levelMessages } from '../src/levels.ts';
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
import { limits as privacyLimits, messages as privacyMessages, privacy } from '../src/privacy.ts';
import {
  limits as reminderLimits,
  messages as reminderMessages,
  reminders,
} from '../src/reminders.ts';
import { limits as rewardLimits, messages as rewardMessages, rewards } from '../src/rewards.ts';
import { limits as sessionLimits, messages as sessionMessages, sessions } from '../src/sessions.ts';
import { least, longest, many, most, text, type Case } from './limit-cases.ts';

const carousel = { title: 'Para começar', type: '1', content: [1] };

const marquee = { text: 'Olá', product_id: 1 };

const link = { link_title: 'Loja', link_url: 'loja.example' };

const reward = { name: 'Medalha', criteria: 'score', needed_score: 1 };

/** The limits of the site, of its settings and of accounts. */
export const siteLimits: Record<string, Case> = {
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
};
