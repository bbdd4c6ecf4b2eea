import { expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
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

test.skipIf(!isBuilt())(
  'a community opens with its first channel that the reader may enter',
  async () => {
    const school = await world.school();
    const studio = await school.product('Estúdio');
    const other = await communityWith(school, { channels: ['Outra'] });
    await publish(school.owner, other.channels[0]!, '<p>espelho</p>');
    const { id, channels } = await communityWith(school, {
      channels: [{ title: 'Retrato', products: [studio] }, 'Dúvidas'],
    });
    await publish(school.owner, channels[1]!, '<p>tripé</p>');
    const student = await school.join();
    const page = `/comunidade/${school.id}/${id}`;
    expect((await student.get(page)).text).toContain('tripé');
    // A channel of another community is none of this one.
    const foreign = await student.get(`${page}?canal=${other.channels[0]}`);
    expect(foreign.text).not.toContain('espelho');
  },
);

test.skipIf(!isBuilt())(
  'the page of a post brings its comments, and a reply in its thread alone',
  async () => {
    const school = await world.school();
    const { id, channels } = await communityWith(school);
    const [post, other] = [
      await publish(school.owner, channels[0]!),
      await publish(school.owner, channels[0]!),
    ];
    const head = await comment(school.owner, post.id, 'tripé');
    await comment(school.owner, post.id, 'sombra', { parent_id: head.id });
    await comment(school.owner, other.id, 'espelho');
    const { text } = await school.owner.get(`/comunidade/post/${post.id}/${school.id}/${id}`);
    const times = (words: string) => text.split(words).length - 1;
    // The post names its last comment, too.
    expect(['tripé', 'sombra', 'espelho'].map(times)).toEqual([2, 1, 0]);
  },
);
