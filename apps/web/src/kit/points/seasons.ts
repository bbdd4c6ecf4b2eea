import { ranking } from '@vitrine/contract/ranking';
import { perLanguage } from '../../ui/per-language.ts';
import { useContractQuery } from '../queries/contract-query.ts';

/** The school's seasons, the current one first. */
export const useSeasons = () => useContractQuery(ranking.seasons, {});

const dates = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));

/** The first and the last day of a past season, in the reader's time zone. */
export const seasonDates = (begin: Date | string, end: Date | string, language: string) =>
  dates(language).formatRange(new Date(begin), new Date(end));
