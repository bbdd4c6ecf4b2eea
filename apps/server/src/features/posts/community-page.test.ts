import { expect, test } from 'vitest';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld } from '../../../test/harness.ts';
import { isBuilt } from '../site/web-build.ts';

const world = await openWorld();

test.skipIf(!isBuilt())('the page of a channel brings the posts of no other channel', async () => {
  const school = await world.school();
  const studio = await school.product('Estúdio');
  const { id, channels } = await communityWith(school, {
    channels: ['Avisos', 'Dúvidas', { title: 'Retrato', products: [studio] }],
  });
  for (const [at, words] of ['janela', 'tripé', 'sombra'].entries())
    await publish(school.owner, channels[at]!, `<p>${words}</p>`);
  const student = await school.join();
  const wordsAt = async (query: string) => {
    const { text } = await student.get(`/comunidade/${school.id}/${id}${query}`);
    return ['janela', 'tripé', 'sombra'].filter((words) => text.includes(words));
  };
  expect(await wordsAt('')).toEqual(['janela']);
  expect(await wordsAt(`?canal=${channels[1]}`)).toEqual(['tripé']);
  expect(await wordsAt(`?canal=${channels[2]}`)).toEqual([]);
  expect(await wordsAt('?canal=999999')).toEqual([]);
  for (const query of ['?canal=', '?canal=x', '?canal=1e3'])
    expect(await wordsAt(query), query).toEqual(['janela']);
});
