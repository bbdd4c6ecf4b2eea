import { limits as catalogLimits, messages as lessons } from '../src/catalog-limits.ts';
import { catalog } from '../src/catalog.ts';
import { comments, limits as commentLimits, messages as commentMessages } from '../src/comments.ts';
import {
  communities,
  limits as communityLimits,
  messages as communityMessages,
} from '../src/communities.ts';
import { customHtml, limits as htmlLimits, messages as htmlMessages } from '../src/custom-html.ts';
import { limits as chatLimits, liveChat, messages as chatMessages } from '../src/live-chat.ts';
import { limits as liveLimits, lives } from '../src/lives.ts';
import { messages as common } from '../src/messages.ts';
import { limits as postLimits, messages as postMessages, posts } from '../src/posts.ts';
import { limits as quizLimits, messages as quizMessages, quizzes } from '../src/quizzes.ts';
import { limits as uploadLimits, uploads } from '../src/uploads.ts';
import { longest, many, most, text, type Case } from './limit-cases.ts';

const html = { title: 'Chat', customHtml: '<p>', page: 'homepage' };

const community = { title: 'Clube', permissions_array: [1] };

const file = (index: number) => ({ name: `${index}.pdf`, path: '/files/1/a.pdf' });

const caption = (index: number) => ({
  language: `a${String.fromCharCode(97 + index)}`,
  path: '/files/1/a.vtt',
});

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

/** The limits of what schools teach with, and of what members write. */
export const contentLimits: Record<string, Case> = {
  'catalog-limits.title': longest(catalog.createCourse, 'title', catalogLimits.title, {
    says: common.titleTooLong,
  }),
  'catalog-limits.description': longest(
    catalog.createCourse,
    'description',
    catalogLimits.description,
    {
      with: { title: 'Luz' },
      says: lessons.descriptionTooLong,
    },
  ),
  'catalog-limits.upsellText': longest(
    catalog.createCourse,
    'upsell_text',
    catalogLimits.upsellText,
    {
      with: { title: 'Luz' },
      says: lessons.upsellTooLong,
    },
  ),
  'catalog-limits.offer.price': inOffer(
    'price_text',
    catalogLimits.offer.price,
    lessons.priceTooLong,
  ),
  'catalog-limits.offer.button': inOffer(
    'button_text',
    catalogLimits.offer.button,
    lessons.buttonTooLong,
  ),
  'catalog-limits.offer.point': inOffer(
    'learn',
    catalogLimits.offer.point,
    lessons.pointTooLong,
    (size) => [text(size)],
  ),
  'catalog-limits.offer.points': inOffer(
    'includes',
    catalogLimits.offer.points,
    lessons.tooManyPoints,
    (size) => many(size, () => 'Luz'),
  ),
  // Two bytes a letter: the limit counts bytes, not characters.
  'catalog-limits.content': {
    route: catalog.createLesson,
    field: 'content',
    accepted: 'é'.repeat(catalogLimits.content / 2),
    refused: `${'é'.repeat(catalogLimits.content / 2)}a`,
    with: { title: 'Luz' },
    says: lessons.contentTooLong,
  },
  'catalog-limits.embed': longest(catalog.createLesson, 'embed', catalogLimits.embed, {
    with: { title: 'Luz' },
    says: common.invalidLink,
  }),
  'catalog-limits.lessonsAtOnce': {
    route: catalog.updateLessons,
    field: 'lesson_ids',
    accepted: many(catalogLimits.lessonsAtOnce, (index) => index + 1),
    refused: many(catalogLimits.lessonsAtOnce + 1, (index) => index + 1),
    says: lessons.tooManyLessons,
  },
  'catalog-limits.filesPerLesson': {
    route: catalog.createLesson,
    field: 'files',
    accepted: many(catalogLimits.filesPerLesson, file),
    refused: many(catalogLimits.filesPerLesson + 1, file),
    with: { title: 'Luz' },
    says: lessons.tooManyFiles,
  },
  'catalog-limits.captionsPerLesson': {
    route: catalog.createLesson,
    field: 'captions',
    accepted: many(catalogLimits.captionsPerLesson, caption),
    refused: many(catalogLimits.captionsPerLesson + 1, caption),
    with: { title: 'Luz' },
    says: lessons.tooManyCaptions,
  },
  'catalog-limits.seconds': {
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
  'lives.title': longest(lives.create, 'title', liveLimits.title, {
    with: { url: 'https://youtu.be/dQw4w9WgXcQ', starts_at: '2026-11-24T22:00:00Z' },
    says: common.titleTooLong,
  }),
  'live-chat.message': longest(liveChat.send, 'text', chatLimits.message, {
    says: chatMessages.tooLong,
  }),
  'uploads.filename': longest(uploads.announce, 'filename', uploadLimits.filename, {
    with: { size: 1, use: 'lesson_file' },
    says: common.fileNameTooLong,
  }),
};
