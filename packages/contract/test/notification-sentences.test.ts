import { expect, test } from 'vitest';
import { sentenceOf } from '../src/notification-sentences.ts';
import { typeOfEvent, type NotificationEvent } from '../src/notifications.ts';
import en from '../src/texts.en.json' with { type: 'json' };
import es from '../src/texts.es.json' with { type: 'json' };

const events = Object.keys(typeOfEvent) as NotificationEvent[];

test.each(events)(
  'the sentence of %s has a translation in every language, with all of its values',
  (event) => {
    for (const others of [0, 9])
      for (const points of [5, -5])
        for (const until of [null, '2026-11-22T12:00:00Z']) {
          const { text, values } = sentenceOf(
            {
              id: 1,
              type: typeOfEvent[event],
              event,
              read: 0,
              created_at: '2026-11-22T12:00:00Z',
              user: null,
              others,
              title: '',
              place: 'Clube',
              quote: '',
              points,
              until,
              url: '/',
            },
            (own) => own,
            String,
          );
          for (const texts of [en, es] as Record<string, string>[]) {
            const translation = texts[text] ?? '';
            const placeholders = [...translation.matchAll(/\{\{(\w+)\}\}/g)].map(
              ([, name]) => name!,
            );
            expect(translation, text).not.toBe('');
            expect(placeholders.filter((name) => !(name in values))).toEqual([]);
          }
        }
  },
);
