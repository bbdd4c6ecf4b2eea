import { expect, test } from 'vitest';
import { claimedPaths } from '../../../test/catalog.ts';
import { publish } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { postCalls, schoolWithPeople } from '../../../test/posts.ts';

const world = await openWorld();

test('a removed channel and a removed community keep no file', async () => {
  const people = await schoolWithPeople(world);
  const { school, community, channel, other, marina } = people;
  const { uploadedBy } = postCalls(world, () => people);
  const [first, second] = [
    await uploadedBy(marina, 'post_image'),
    await uploadedBy(marina, 'post_image'),
  ];
  for (const [place, path] of [
    [channel, first],
    [other, second],
  ] as const)
    await publish(marina, place, 'Luz', { attachments: [{ kind: 'image', path }] });
  expect(await claimedPaths(world, school)).toEqual(new Set([first, second]));
  await school.owner.send('DELETE', `/api/v1/channels/${channel}`);
  expect(await claimedPaths(world, school)).toEqual(new Set([second]));
  await school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${community}`);
  expect(await claimedPaths(world, school)).toEqual(new Set());
});
