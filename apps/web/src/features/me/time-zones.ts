import { browserTimeZone } from '../../platform/browser-time-zone.ts';

/** Every zone that the browser knows, the chosen one and the browser's own among them. */
export const zones = (chosen: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), chosen, browserTimeZone()])].toSorted();

/** 'America/Sao_Paulo' is 'America / Sao Paulo'. */
export const zoneLabel = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ');
