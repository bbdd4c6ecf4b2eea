import { afterEach, expect, test, vi } from 'vitest';
import { perLanguage } from './per-language.ts';

afterEach(() => void vi.unstubAllEnvs());

test('times follow the zone of a device that travels while the page is open', () => {
  const made = vi.fn<(language: string) => Intl.DateTimeFormat>(
    (language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }),
  );
  const timeFormat = perLanguage(made);
  const noon = Date.UTC(2026, 10, 24, 12);
  const timeIn = (zone: string) => {
    vi.stubEnv('TZ', zone);
    return timeFormat('pt').format(noon);
  };
  expect(timeIn('America/Sao_Paulo')).toBe('09:00');
  expect(timeIn('Europe/Lisbon')).toBe('12:00');
  // In November it is as late as in Lisbon, in July it is not.
  expect(timeIn('Africa/Abidjan')).toBe('12:00');
  expect(made).toHaveBeenCalledTimes(3);
  timeIn('Africa/Abidjan');
  expect(made).toHaveBeenCalledTimes(3);
});
