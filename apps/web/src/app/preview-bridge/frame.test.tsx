import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { browserSite } from '../../platform/boot.ts';
import { visit } from '../../test/school.tsx';
import { followPreviewHost } from './frame.ts';

test('a message of an extension changes nothing in the preview, and one of the tool does', () => {
  visit(<p>Prévia</p>);
  followPreviewHost(new QueryClient());
  const { origin } = location;
  const receive = (data: unknown) =>
    dispatchEvent(Object.assign(new Event('message'), { source: parent, origin, data }));
  const before = browserSite().shown();
  const errors: unknown[] = [];
  addEventListener('error', (event) => errors.push(event.error));
  for (const data of [null, 'axe', { channelId: 'axe' }, { kind: 'other' }]) receive(data);
  expect(errors).toEqual([]);
  expect(browserSite().shown()).toBe(before);
  receive({ kind: 'shown', settings: { name: 'Aurora' }, banner: null, marquee: null });
  expect(browserSite().shown()).not.toBe(before);
});
