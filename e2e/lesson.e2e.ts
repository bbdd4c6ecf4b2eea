import type { BrowserContext, Page } from '@playwright/test';
import { join } from 'node:path';
import { jpeg } from '../apps/server/test/media.ts';
import { call, post, sendImage } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, type OpenVisitor, type Size, test } from './fixtures.ts';

/** A colour video of five seconds. */
const videoFile = join(import.meta.dirname, 'media/film.webm');

const captionFile = `1
00:00:00,000 --> 00:00:05,000
Comece pela luz da janela.
`;

/** The width of the text of a button that has no room, in pixels. */
function cutWidth(button: Element) {
  const text = document.createRange();
  text.selectNodeContents(button);
  const { paddingLeft, paddingRight } = getComputedStyle(button);
  const room =
    button.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return text.getBoundingClientRect().width - room;
}

/** Creates a course of two lessons, and a student with access. */
async function courseOf(page: Page) {
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const course = await post(page, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product.id],
  });
  const module = await post(page, `/api/v1/courses/${course.id}/modules`, { title: 'Janela' });
  const lessons = `/api/v1/modules/${module.id}/lessons`;
  const first = await post(page, lessons, { title: 'A janela' });
  await post(page, lessons, { title: 'O que levar', content: '<p>Um pano branco.</p>' });
  await post(page, '/api/v1/members', {
    name: 'Marina Teles',
    email: 'marina@example.com',
    password: 'segredo-bom',
    product_ids: [product.id],
  });
  return { course: course.id, lesson: first.id };
}

async function student(visitor: OpenVisitor, size: Size = 'phone') {
  const someone = await visitor(size);
  await someone.page.goto('/entrar');
  await post(someone.page, '/api/v1/session', {
    email: 'marina@example.com',
    password: 'segredo-bom',
  });
  return someone;
}

test('the admin chooses the lesson template, and the student’s lesson changes', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const path = `/curso/${course}/a-janela/${lesson}`;
  const { page: studentPage } = await student(visitor, 'desktop');
  await page.goto('/homepage?editar=aula');
  await page.getByRole('button', { name: /Ajustes gerais/ }).click();
  const choose = async (template: RegExp) => {
    const saved = page.waitForResponse(/updateCustomBasic/);
    await page.getByRole('radio', { name: template }).press('Space');
    expect((await saved).ok()).toBe(true);
    await studentPage.goto(path);
    await expect(studentPage.getByRole('heading', { level: 1, name: 'A janela' })).toBeVisible();
    await expectAccessible(studentPage);
  };
  await choose(/^Sequência/);
  await expect(studentPage.getByRole('navigation', { name: 'Aulas vizinhas' })).toBeVisible();
  await choose(/^Tela cheia/);
  await studentPage.getByRole('button', { name: 'Aulas 0/2' }).click();
  await expect(studentPage.getByRole('dialog', { name: 'Luz natural' })).toBeVisible();
  await choose(/^Lista/);
  await expect(studentPage.getByRole('complementary').getByText('0 de 2 aulas')).toBeVisible();
});

test('a stream plays in a browser without native streams', async ({ owner, visitor }) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const stream = 'https://stream.example.com/film/index.m3u8';
  const video_url = { video_url: stream };
  await call(page, 'PATCH', `/api/v1/lessons/${lesson}`, video_url);

  const { page: studentPage, context } = await student(visitor, 'desktop');
  await context.route('https://stream.example.com/**', (route) =>
    route.fulfill({
      path: join(import.meta.dirname, 'media', new URL(route.request().url()).pathname),
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await studentPage.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  await studentPage.goto(`/curso/${course}/a-janela/${lesson}`);
  const player = studentPage.getByRole('region', { name: 'Vídeo da aula' });
  await player.getByRole('button', { name: 'Reproduzir' }).first().click();
  await expect(player.getByText(/A seguir em/)).toBeVisible({ timeout: 40_000 });
  await expect(studentPage.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
});

test('a stream comes in the size that a phone shows', async ({ owner, visitor }) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const video_url = { video_url: 'https://stream.example.com/film/sizes.m3u8' };
  await call(page, 'PATCH', `/api/v1/lessons/${lesson}`, video_url);

  const { page: studentPage, context } = await student(visitor);
  const headers = { 'access-control-allow-origin': '*' };
  await context.route('https://stream.example.com/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname.endsWith('sizes.m3u8')
      ? route.fulfill({ body: sizes, headers })
      : route.fulfill({
          path: join(import.meta.dirname, 'media', pathname.replace(/small|large/, 'index')),
          headers,
        });
  });
  const requested: string[] = [];
  context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await studentPage.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  await studentPage.goto(`/curso/${course}/a-janela/${lesson}`);
  const player = studentPage.getByRole('region', { name: 'Vídeo da aula' });
  await player.getByRole('button', { name: 'Reproduzir' }).first().click();
  await expect.poll(() => requested).toContain('/film/part0.m4s');
  expect(requested.filter((path) => /small|large/.test(path))).toEqual(['/film/small.m3u8']);
});

/** A stream of two sizes. Both have less than the speed that hls.js expects at first. */
const sizes = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=640x360
small.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=1920x1080
large.m3u8
`;

/** A silent WAV. `<video>` plays it, so no file needs to be stored. */
function silence(seconds: number) {
  const rate = 8_000;
  const bytes = Buffer.alloc(44 + seconds * rate, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}

/** Serves a silent minute at this URL with range support, so that the player can seek. */
async function serveVideo(context: BrowserContext, url: string) {
  const video = silence(60);
  await context.route(url, async (route) => {
    const { range } = route.request().headers();
    const from = Number(/bytes=(\d+)/.exec(range ?? '')?.[1] ?? 0);
    await route.fulfill({
      status: 206,
      body: video.subarray(from),
      headers: {
        'content-type': 'audio/wav',
        'accept-ranges': 'bytes',
        'content-range': `bytes ${from}-${video.length - 1}/${video.length}`,
      },
    });
  });
}

/** Network profiles. 0 megabits per second: without throttling. */
const lines = [
  { loads: 7, megabits: 0, latency: 0 },
  { loads: 7, megabits: 9, latency: 60 },
  { loads: 6, megabits: 1.6, latency: 150 },
];

test('a reload resumes the video at its position and speed, on any network', async ({
  owner,
  visitor,
}) => {
  test.slow();
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const video_url = 'https://films.example.com/long.wav';
  await call(page, 'PATCH', `/api/v1/lessons/${lesson}`, { video_url });
  const { page: marina, context } = await student(visitor);
  await serveVideo(context, video_url);
  const path = `/curso/${course}/a-janela/${lesson}`;
  const video = marina.getByRole('region', { name: 'Vídeo da aula' }).locator('video');
  const standsAt = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await marina.goto(path);
  await marina.getByRole('combobox', { name: 'Velocidade' }).selectOption('1.5');
  const saved = () =>
    marina.evaluate(
      async (id) =>
        ((await (await fetch(`/api/v1/lessons/${id}`)).json()) as { data: { seconds: number } })
          .data.seconds,
      lesson,
    );
  const network = await context.newCDPSession(marina);
  let place = 10;
  for (const { loads, megabits, latency } of lines) {
    const throughput = megabits ? (megabits * 1_000_000) / 8 : -1;
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    for (let load = 0; load < loads; load += 1) {
      place += 1;
      await call(marina, 'PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: place });
      await marina.goto(path);
      await expect.poll(standsAt, `load to second ${place}`).toBe(place);
      expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5);
    }
    await marina.goto('/favoritos');
    expect(await saved()).toBe(place);
  }
});

test('on a phone nothing covers the player’s buttons, in portrait or landscape', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const video_url = 'https://films.example.com/long.wav';
  await call(page, 'PATCH', `/api/v1/lessons/${lesson}`, { video_url });
  const { page: marina, context } = await student(visitor);
  await serveVideo(context, video_url);
  await call(marina, 'PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 30 });
  for (const [width, height] of [
    [360, 740],
    [844, 390],
    [667, 375],
  ] as const) {
    await marina.setViewportSize({ width, height });
    await marina.goto(`/curso/${course}/a-janela/${lesson}`);
    const player = marina.getByRole('region', { name: 'Vídeo da aula' });
    await expect(player.getByText('Continuando de')).toBeVisible();
    const buttons = player.locator('button:visible, select:visible, input[type="range"]:visible');
    const covered = await buttons.evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).width !== '0px')
        .filter((one) => {
          const { x, y, width: w, height: h } = one.getBoundingClientRect();
          const top = document.elementFromPoint(x + w / 2, y + h / 2);
          return !(top && (one.contains(top) || top.contains(one)) && y + h <= innerHeight);
        })
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );
    expect(covered, `${width} × ${height}`).toEqual([]);
    const chip = (await player.locator('.player-chip').boundingBox())!;
    const play = (await player.locator('.player-big').boundingBox())!;
    expect(chip.y + chip.height, `${width} × ${height}`).toBeLessThanOrEqual(play.y);
  }

  // The template Tela cheia has the button of the lessons in the other corner.
  for (const theme_classes of [1, 3]) {
    await post(page, '/api/auth/config/plataforma/updateCustomBasic', { theme_classes });
    for (const width of [320, 360]) {
      await marina.setViewportSize({ width, height: 640 });
      await marina.goto(`/curso/${course}/a-janela/${lesson}`);
      const restart = marina.getByRole('button', { name: 'Ver do início' });
      await expect(restart).toBeVisible();
      expect(await restart.evaluate(cutWidth)).toBeLessThan(0.01);
      const { x, width: chipWidth } = (await marina.locator('.player-chip').boundingBox())!;
      const list = marina
        .getByRole('button', { name: /^Aulas 0/ })
        .and(marina.locator('.player *'));
      const end = theme_classes === 3 ? (await list.boundingBox())!.x : width;
      expect(x + chipWidth, `${width} px, template ${theme_classes}`).toBeLessThan(end);
    }
  }
});

test('on a phone a course shows a lesson’s whole title and time left beside its image', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const cover = await sendImage(page, 'image', await jpeg(640, 360));
  const video_url = 'https://films.example.com/long.wav';
  const sample = { cover, video_url, duration_seconds: 600, sample: true };
  await call(page, 'PATCH', `/api/v1/lessons/${lesson}`, sample);
  const { page: marina } = await student(visitor);
  await call(marina, 'PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 300 });
  await marina.goto(`/courses/${course}`);
  const line = marina.locator('.lesson-line').first();
  for (const words of ['A janela', 'Aula de amostra', 'restam 5 min']) {
    const place = line.getByText(words, { exact: true });
    // The page renders again when its code arrives, so each measurement is a single step that may
    // retry.
    await expect(async () => {
      const { x, width } = (await place.boundingBox())!;
      expect(width, words).toBeGreaterThan(60);
      expect(x + width, words).toBeLessThanOrEqual(340);
    }).toPass();
  }
});

test('a student comments on a lesson, and the school answers', async ({ owner, visitor }) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);
  const path = `/curso/${course}/a-janela/${lesson}`;
  const { page: marina } = await student(visitor);

  await marina.goto(path);
  await marina.getByRole('button', { name: 'Curtir aula' }).click();
  await expect(marina.getByRole('button', { name: 'Curtir aula', pressed: true })).toBeVisible();
  await marina.getByRole('tab', { name: /Comentários/ }).click();
  await marina.getByRole('textbox', { name: 'Pergunte ou conte como foi' }).fill('E de noite?');
  await marina.getByRole('button', { name: 'Comentar' }).click();
  await expect(marina.getByRole('article').getByText('E de noite?')).toBeVisible();
  await expectAccessible(marina);
  await expectNoSidewaysScroll(marina);

  await page.goto(path);
  await page.getByRole('article').getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('textbox', { name: 'Responder a Marina Teles' }).fill('Uma vela basta.');
  await page
    .getByRole('form')
    .or(page.locator('form'))
    .getByRole('button', { name: 'Responder' })
    .click();
  await expect(page.getByText('Uma vela basta.', { exact: true })).toBeVisible();

  await marina.reload();
  await marina.getByRole('tab', { name: /Comentários/ }).click();
  await expect(marina.getByText('Uma vela basta.')).toBeVisible();
  await expect(marina.getByRole('button', { name: 'Curtir aula', pressed: true })).toBeVisible();
});

/** Tells a page that nobody sees it. The countdown to the next lesson waits: no machine is too slow. */
const hideFromPage = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    if (!isHidden) Reflect.deleteProperty(document, 'visibilityState');
    else
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => 'hidden',
      });
  }, hidden);

test('a video shows captions and plays to its end, and progress survives a lost connection', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { course, lesson } = await courseOf(page);

  await page.goto(`/gestao/cursos/${course}/aulas/${lesson}`);
  await page.getByText('Enviar arquivo', { exact: true }).click();
  await page.locator('input[type=file][accept^="video"]').setInputFiles(videoFile);
  await page.locator('input[accept*=".srt"]').setInputFiles({
    name: 'janela.pt-BR.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(captionFile),
  });
  await expect(page.getByRole('combobox', { name: 'Idioma da legenda' })).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  // The cover from the video may be saved at the same moment.
  await expect(page.getByText('Dados salvos com sucesso.').first()).toBeVisible();
  await expectAccessible(page);

  const { page: marina, context } = await student(visitor);
  await marina.goto(`/curso/${course}/a-janela/${lesson}`);
  const player = marina.getByRole('region', { name: 'Vídeo da aula' });
  const video = player.locator('video');
  await player.getByRole('button', { name: 'Legendas' }).click();
  await expect(player.getByRole('button', { name: 'Legendas', pressed: true })).toBeVisible();
  const shown = () =>
    video.evaluate((element: HTMLVideoElement) =>
      [...(element.textTracks[0]!.cues ?? [])].map((cue) => (cue as VTTCue).text),
    );
  await expect.poll(shown).toEqual(['Comece pela luz da janela.']);
  // The choice persists across visits, and the keyboard toggles it too.
  await marina.reload();
  await expect(player.getByRole('button', { name: 'Legendas', pressed: true })).toBeVisible();
  await marina.keyboard.press('c');
  await expect(player.getByRole('button', { name: 'Legendas', pressed: false })).toBeVisible();
  await expectNoSidewaysScroll(marina);

  await player.getByRole('button', { name: 'Reproduzir' }).first().click();
  await expect(player.getByText(/A seguir em/)).toBeVisible({ timeout: 40_000 });
  await hideFromPage(marina, true);
  await expect(player.getByRole('alert')).toContainText('O que levar');
  // The pressed button went with the controls.
  await expect(player.locator('.player')).toBeFocused();
  await expect(marina.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
  await expectAccessible(marina);
  await hideFromPage(marina, false);
  await player.getByRole('button', { name: 'Ver próxima aula' }).click();
  await expect(marina.getByRole('heading', { level: 1, name: 'O que levar' })).toBeVisible();

  await context.setOffline(true);
  await marina.getByRole('button', { name: 'Concluir aula' }).click();
  await expect(marina.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
  await context.setOffline(false);
  await expect(marina.getByText('Você concluiu Luz natural')).toBeVisible();
  await marina.goto(`/courses/${course}`);
  await expect(marina.getByText(/Concluído em/)).toBeVisible();
  await expect(marina.getByText('Você concluiu as 2 aulas')).toBeVisible();
});
