import { beforeEach, describe, expect, test } from 'vitest';
import { fileFor, claimedPaths } from '../../../test/catalog.ts';
import { publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { rowsRead } from '../../../test/plans.ts';
import { postCalls, postPath, schoolWithPeople } from '../../../test/posts.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let community: number;
let channel: number;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  ({ school, community, channel, marina, joao } = await schoolWithPeople(world));
});

const { feed, seed, uploadedBy } = postCalls(world, () => ({ school, community, channel, marina }));

describe('attachments', () => {
  test('are carried with signed addresses, held while the post stands', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const file = await uploadedBy(marina, 'post_file');
    const post = await publish(marina, channel, '', {
      attachments: [
        { kind: 'image', path: image },
        { kind: 'file', path: file, name: 'Roteiro.pdf' },
      ],
    });
    expect(post.attachments).toEqual([
      {
        kind: 'image',
        path: image,
        name: 'minha.bin',
        type: expect.any(String),
        bytes: 1234,
        url: expect.stringMatching(/\?e=\d+&s=/),
      },
      {
        kind: 'file',
        path: file,
        name: 'Roteiro.pdf',
        type: expect.any(String),
        bytes: 1234,
        url: expect.stringMatching(/\?e=\d+&s=/),
      },
    ]);
    expect(await claimedPaths(world, school)).toEqual(new Set([image, file]));
    expect((await joao.get(image)).status).toBe(404);
    const kept = await marina.send('PATCH', postPath(post.id), {
      content: 'Só a foto',
      attachments: [{ kind: 'image', path: post.attachments[0]!.url }],
    });
    expect(kept.body.data.attachments).toMatchObject([{ path: image }]);
    expect(await claimedPaths(world, school)).toEqual(new Set([image]));
    await marina.send('DELETE', postPath(post.id));
    expect(await claimedPaths(world, school)).toEqual(new Set());
  });

  test.each([
    ['Nota\u202efdp.exe', 'Notafdp.exe'],
    ['Aula 1/2\n', 'Aula 1/2'],
    ['\u200b', 'minha.bin'],
  ])('with the name %j do not read as another file', async (name, shown) => {
    const path = await uploadedBy(marina, 'post_file');
    const attachments = [{ kind: 'file', path, name }];
    const post = await publish(marina, channel, 'Oi', { attachments });
    expect(post.attachments).toMatchObject([{ path, name: shown }]);
    const changed = await marina.send('PATCH', postPath(post.id), { attachments });
    expect(changed.body.data.attachments).toMatchObject([{ path, name: shown }]);
  });

  test('are looked up without reading the posts that have none', async () => {
    await seed(300);
    const image = await uploadedBy(marina, 'post_image');
    await publish(marina, channel, '', { attachments: [{ kind: 'image', path: image }] });
    const held = { text: 'SELECT path FROM community_files', bind: () => [] };
    expect(await school.transaction((tx) => rowsRead(world.databaseUrl, tx, 'posts', held))).toBe(
      1,
    );
  });

  test('must be the author’s uploads, of their kind, once a post, ten at most', async () => {
    const image = await uploadedBy(marina, 'post_image');
    const theirs = await uploadedBy(joao, 'post_image');
    const foreign = await fileFor(world, await world.school(), 'post_image');
    const post = (attachments: object[]) =>
      marina.post(`/api/v1/channels/${channel}/posts`, { content: 'x', attachments });
    for (const attachments of [
      [{ kind: 'image', path: theirs }],
      [{ kind: 'image', path: foreign }],
      [{ kind: 'video', path: image }],
      [{ kind: 'image', path: '/etc/passwd' }],
      [
        { kind: 'image', path: image },
        { kind: 'image', path: image },
      ],
      Array.from({ length: 11 }, () => ({ kind: 'image', path: image })),
    ])
      expect((await post(attachments)).status).toBe(422);
    expect((await feed(marina)).data).toEqual([]);
    expect((await post([{ kind: 'image', path: image }])).status).toBe(201);
  });
});
