import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { messages as common } from '../src/messages.ts';
import { messages as sessionMessages } from '../src/sessions.ts';
import { contentLimits } from './content-limits.ts';
import type { Case } from './limit-cases.ts';
import { modules } from './modules.ts';
import { siteLimits } from './site-limits.ts';

const enforced = { ...contentLimits, ...siteLimits };

/** No field of a body: counted over rows, measured in a file or a whole body, or how much is shown. */
const elsewhere = [
  'mails.testsPerHour',
  'mails.error',
  'posts.repliesAround',
  'banner-settings.defaultTime',
  'carousels.cards',
  'carousels.lessonsToContinue',
  'catalog-limits.lessonBody',
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
