import { messages, type FileUse } from '@vitrine/contract/uploads';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimedPaths, courseWith, fileFor } from './catalog.ts';
import { communityWith, publish } from './communities.ts';
import { openWorld, type TestSchool } from './harness.ts';

/** Saves that name a file which a sweep has deleted, as a form does that was open for long. */
const world = await openWorld();
const gamification = '/api/auth/ranking';
const platform = '/api/auth/config/plataforma';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

type Method = 'POST' | 'PUT' | 'PATCH';
/** A thing to save. `body`: what every save of it sends. */
interface Thing {
  method: Method;
  path: string;
  body?: object;
}
interface Holder {
  /** Makes the thing. */
  make: () => Promise<Thing>;
  use: FileUse;
  /** The part of a save that names the file. */
  named: (path: string) => object;
  /** The field of the answer's errors. Default: the name of the part. */
  field?: string;
}

async function level(): Promise<Thing> {
  const { body } = await school.owner.post(`${gamification}/levels/create`, { name: 'Olhar' });
  return { method: 'POST', path: `${gamification}/levels/update`, body: { id: body.id } };
}

async function reward(): Promise<Thing> {
  const input = { name: 'Macro', criteria: 'score', needed_score: 10 };
  const { body } = await school.owner.post(`${gamification}/rewards/create`, input);
  return { method: 'POST', path: `${gamification}/rewards/update/${body.id}` };
}

async function banner(): Promise<Thing> {
  const input = { title: 'A luz certa' };
  const { body } = await school.owner.post(`${platform}/bannersCustom/create`, input);
  return {
    method: 'POST',
    path: `${platform}/bannersCustom/update/${body[2].data.id}`,
    body: input,
  };
}

const settings = async (): Promise<Thing> => ({
  method: 'POST',
  path: `${platform}/updateCustomBasic`,
});

async function community(): Promise<Thing> {
  const { id } = await communityWith(school);
  return { method: 'PUT', path: `/api/auth/v2/community/config/${school.id}/${id}` };
}

async function quiz(): Promise<Thing> {
  const { body } = await school.owner.post('/api/auth/quiz/create', { name: 'Luz' });
  return { method: 'PUT', path: `/api/v1/quizzes/${body[2].data.id}/questions` };
}

async function course(): Promise<Thing> {
  const { id } = await courseWith(school);
  return { method: 'PATCH', path: `/api/v1/courses/${id}` };
}

async function module(): Promise<Thing> {
  const { modules } = await courseWith(school);
  return { method: 'PATCH', path: `/api/v1/modules/${modules[0]!.id}` };
}

async function lesson(): Promise<Thing> {
  const { lessons } = await courseWith(school);
  return { method: 'PATCH', path: `/api/v1/lessons/${lessons[0]}` };
}

async function post(): Promise<Thing> {
  const { channels } = await communityWith(school);
  const { id, content } = await publish(school.owner, channels[0]!);
  return { method: 'PATCH', path: `/api/v1/posts/${id}`, body: { content } };
}

const profile = async (): Promise<Thing> => ({ method: 'PATCH', path: '/api/v1/me' });

const question = (image: string) => ({
  kind: 'single',
  text: 'Qual?',
  image,
  options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
});

const holders: Record<string, Holder> = {
  'the badge of a level': { make: level, use: 'badge', named: (img) => ({ img }) },
  'the badge of a reward': { make: reward, use: 'badge', named: (img) => ({ img }) },
  'the file of a reward': { make: reward, use: 'reward_file', named: (file) => ({ file }) },
  'the image of a banner': {
    make: banner,
    use: 'banner',
    named: (url_image) => ({ url_image }),
  },
  'the logo of the school': {
    make: settings,
    use: 'logo',
    named: (logo_square) => ({ logo_square }),
  },
  'the cover of a community': {
    make: community,
    use: 'community_cover',
    named: (cover_path) => ({ cover_path }),
  },
  'the image of a question': {
    make: quiz,
    use: 'lesson_image',
    named: (path) => ({ questions: [question(path)] }),
  },
  'the cover of a course': { make: course, use: 'image', named: (cover) => ({ cover }) },
  'the cover of a module': { make: module, use: 'image', named: (cover) => ({ cover }) },
  'the video of a lesson': {
    make: lesson,
    use: 'lesson_video',
    named: (video_url) => ({ video_url }),
  },
  'an image in the text of a lesson': {
    make: lesson,
    use: 'lesson_image',
    named: (path) => ({ content: `<p><img src="${path}"></p>` }),
  },
  'a file of a lesson': {
    make: lesson,
    use: 'lesson_file',
    named: (path) => ({ files: [{ name: 'a.pdf', path }] }),
    field: 'files.0.path',
  },
  'the captions of a lesson': {
    make: lesson,
    use: 'lesson_captions',
    named: (path) => ({ captions: [{ language: 'pt', path }] }),
    field: 'captions.0.path',
  },
  'a file of a post': {
    make: post,
    use: 'post_file',
    named: (path) => ({ attachments: [{ kind: 'file', path, name: 'a.pdf' }] }),
  },
  'the photo of a member': { make: profile, use: 'photo', named: (photo) => ({ photo }) },
};

describe.each(Object.entries(holders))('%s', (_name, { make, use, named, field }) => {
  test('that was deleted is refused at its field, and nothing else is saved or held', async () => {
    const { method, path, body } = await make();
    const before = await claimedPaths(world, school);
    const file = await fileFor(world, school, use);
    await school.transaction(({ db }) => db.deleteFrom('files').where('use', '=', use).execute());
    const part = named(file);
    const saved = await school.owner.send(method, path, { ...body, ...part });
    expect([saved.status, saved.body.errors]).toEqual([
      422,
      { [field ?? Object.keys(part)[0]!]: [messages.notUploaded] },
    ]);
    expect(await claimedPaths(world, school)).toEqual(before);
  });
});
