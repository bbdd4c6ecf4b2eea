import { messages } from '@vitrine/contract/me';
import type { Call } from '../../kit/http/call.ts';

/** The first pattern that fits names it: Edge and Opera call themselves Chrome too, Chrome Safari. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];

/** iPhones name Mac OS X as well, Android names Linux. */
const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (table: [string, RegExp][], userAgent: string) =>
  table.find(([, pattern]) => pattern.test(userAgent))?.[0];

const mobileSystems = ['iPhone', 'iPad', 'Android'];

/** The readable name of a user agent: 'Chrome no Windows'. */
export function deviceOf(userAgent: string, t: Call<never>['t']) {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  const device =
    browser && system
      ? t(messages.device, { browser, system })
      : (browser ?? system ?? t(messages.unknownDevice));
  return { device, mobile: system !== undefined && mobileSystems.includes(system) };
}
