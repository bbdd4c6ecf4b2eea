// The acts of npm run test:browsers in Firefox, as the owner of the demo school.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from './run.mjs';

const MINUTE = join(root, 'e2e', 'media', 'minute.webm');
/** A lesson of the demo school with a video, captions and a PDF. */
const VIDEO_LESSON = '/curso/1/aula/1';
const RESUME_AT_SECONDS = 20;
const SNIPPET = '<h2>Encontro na quinta</h2><script>vitrine.height(90)</script>';
const NEW_NAME = 'Luz & Sombra';

const dialog = '[role=dialog]';
const button = (name) =>
  `::-p-xpath(.//button[normalize-space()="${name}" or @aria-label="${name}"])`;
/** Finds a field by its label. On a busy machine Firefox takes half a minute to find a role. */
const field = (label) =>
  `::-p-xpath(.//*[@aria-label="${label}" or @id=//label[normalize-space(translate(., "*", ""))="${label}"]/@for])`;
const words = (text) => `::-p-text(${text})`;

/** The acts in order. The first one signs in for the later ones. */
export const acts = {
  'signs in': async ({ page, owner, open }) => {
    await open('/entrar');
    await page.type('input[name=email]', owner.email);
    await page.type('input[name=password]', owner.password);
    await page.locator('.visitor-submit').click();
    await page.waitForFunction(
      () => location.pathname === '/homepage' && document.readyState === 'complete',
    );
    await page.waitForSelector('h1');
  },

  "plays a lesson's video and goes on where it stopped": async ({ page, open }) => {
    const { course, lessons } = await courseOf(page, ['A janela', 'O pano']);
    await open(`/gestao/cursos/${course}/aulas/${lessons[0]}`);
    await page.locator(words('Enviar arquivo')).click();
    await choose(page, 'input[type=file][accept^="video"]', MINUTE);
    // The form reads the video's duration and would ask before leaving.
    await page.waitForFunction(() => document.querySelector('video')?.readyState >= 1);
    await page.locator(button('Salvar')).click();
    await page.waitForSelector(words('Dados salvos com sucesso.'));
    // After the save, a frame of the video becomes the cover. The form uploads and saves it by itself.
    // Leaving meanwhile asks first.
    await page.waitForSelector(button('Recortar'));
    await page.waitForSelector(button('Salvar'), { hidden: true });

    const lesson = `/curso/${course}/a-janela/${lessons[0]}`;
    await open(lesson);
    await page.locator('.player-big').click();
    await page.waitForFunction(() => document.querySelector('.player-video').currentTime > 1);
    await page.evaluate((seconds) => {
      document.querySelector('.player-video').currentTime = seconds;
    }, RESUME_AT_SECONDS);
    await page.waitForFunction(
      (seconds) => document.querySelector('.player-video').currentTime > seconds + 1,
      {},
      RESUME_AT_SECONDS,
    );
    await page.keyboard.press('k');
    await page.waitForFunction(() => document.querySelector('.player-video').paused);
    const stopped = await placeOf(page);
    await open('/favoritos');
    await open(lesson);
    await page.waitForSelector('.player-chip');
    const resumed = await placeOf(page);
    assert.ok(
      Math.abs(resumed - stopped) <= 1,
      `It stopped at ${stopped} and resumed at ${resumed}.`,
    );
  },

  'drags a lesson below another by mouse': async ({ page, open }) => {
    const { course, module, lessons } = await courseOf(page, ['Manhã', 'Tarde', 'Noite']);
    await open(`/gestao/cursos/${course}`);
    const rowOf = (id) => `[data-lessons-of="${module}"] [data-row-id="${id}"]`;
    const to = await middleOf(page, `${rowOf(lessons[2])} [data-sortable-handle]`);
    const from = await middleOf(page, `${rowOf(lessons[0])} [data-sortable-handle]`);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10, { steps: 4 });
    await page.mouse.move(to.x, to.y + 4, { steps: 20 });
    await page.mouse.up();
    const order = [lessons[1], lessons[2], lessons[0]].join();
    await page.waitForFunction(orderIs, {}, module, order);
    await page.waitForNetworkIdle({ concurrency: 1 });
    await open(`/gestao/cursos/${course}`);
    await page.waitForFunction(orderIs, {}, module, order);
  },

  'cuts an image for a banner': async ({ page, open, folder }) => {
    await open('/homepage');
    const image = join(folder, 'image.png');
    await page.screenshot({ path: image });
    await open('/homepage?editar=banner/novo');
    await choose(page, `${dialog} input[type=file][accept^=image]`, image);
    const frame = await middleOf(page, '.crop-frame');
    await page.locator(button('Aproximar')).click();
    await page.waitForSelector(words('1,3×'));
    await page.mouse.move(frame.x, frame.y);
    await page.mouse.down();
    await page.mouse.move(frame.x + 60, frame.y + 20, { steps: 8 });
    await page.mouse.up();
    await page.locator(button('Usar este recorte')).click();
    await page.waitForFunction(() => !document.querySelector('.crop-frame'));
    await page.waitForSelector(`${dialog} ${button('Trocar arquivo')}`);
    await page.locator(`${dialog} ${field('Título')}`).fill('Cortada no Firefox');
    await page.locator(`${dialog} ${button('Salvar')}`).click();
    await page.waitForFunction(() => !document.querySelector('.crop-frame'));
    await page.waitForFunction(() => !document.querySelector('[role=dialog] input[type=file]'));
    await open('/homepage');
    await page.waitForSelector(`.hero-title${words('Cortada no Firefox')}`);
  },

  'writes a snippet and shows it in a frame of its own': async ({ page, open }) => {
    await open('/homepage?editar=html');
    await page.locator(button('Novo HTML personalizado')).click();
    await page.locator(`${dialog} ${field('Título')}`).fill('Aviso');
    await page.locator(`${dialog} [role=combobox]`).click();
    await page.locator(`[role=option]${words('Página inicial')}`).click();
    await page.locator(`${dialog} .cm-content`).click();
    await page.evaluate((code) => document.execCommand('insertText', false, code), SNIPPET);
    await page.locator(`${dialog} ${button('Salvar')}`).click();
    await page.waitForSelector(words('HTML personalizado criado com sucesso'));
    await open('/homepage');
    const element = await page.waitForSelector('iframe[title="Aviso"]');
    const frame = await element.contentFrame();
    await frame.waitForSelector(words('Encontro na quinta'));
    await page.waitForFunction(
      () => document.querySelector('iframe[title="Aviso"]').getBoundingClientRect().height === 90,
    );
    const origin = await frame.evaluate(() => window.origin);
    assert.equal(origin, 'null', 'The frame has an origin.');
  },

  "types a time into a reminder's field": async ({ page, open }) => {
    await open('/lembretes');
    await page.locator(button('Novo lembrete')).click();
    await page.locator(`${dialog} ${field('Título')}`).fill('Estudar luz');
    await page.locator(`${dialog} ${button('segunda-feira')}`).click();
    await page.locator(`${dialog} input[type=time]`).click();
    // Firefox shows 12 or 24 hours, depending on the system.
    await page.keyboard.type('0745AM');
    const time = await page.$eval('input[type=time]', (input) => input.value);
    assert.equal(time, '07:45');
    await page.locator(`${dialog} ${button('Salvar')}`).click();
    await page.waitForFunction(() => !document.querySelector('input[type=time]'));
    await open('/lembretes');
    await page.waitForSelector(words('Estudar luz'));
    await page.waitForSelector(words('07:45'));
  },

  'keeps captions above the controls': async ({ page, open }) => {
    await open(VIDEO_LESSON);
    await page.waitForFunction(() => document.querySelector('.player-video').readyState >= 1);
    await page.keyboard.press('c');
    await page.waitForFunction(() => {
      const [track] = document.querySelector('.player-video').textTracks;
      return track.activeCues?.[0] && track.activeCues[0].line !== 'auto';
    });
    await page.keyboard.press('c');
  },

  'downloads a lesson while nobody answers the question about the storage': async ({
    page,
    open,
  }) => {
    await open(VIDEO_LESSON);
    await page.locator(button('Baixar para ver sem internet')).click();
    await page.locator(`${dialog} ${button('Baixar')}`).click();
    await page.waitForSelector(`${dialog} ${button('Remover deste aparelho')}`);
  },

  'takes no letters in a number field': async ({ page, open }) => {
    await open('/homepage?editar=gamificacao/pontuacao');
    const number = await page.waitForSelector('.edit-drawer input[type=number]');
    const before = await number.evaluate(({ value }) => value);
    await number.click();
    await page.keyboard.press('End');
    await page.keyboard.type('a');
    assert.equal(await number.evaluate(({ value }) => value), before);
  },

  'saves a panel in the drawer': async ({ page, open }) => {
    await open('/homepage?editar=info');
    await page.locator(`.edit-drawer ${field('Nome da plataforma')}`).fill(NEW_NAME);
    await page.waitForSelector(`header ${words(NEW_NAME)}`);
    await page.locator(`.edit-drawer ${button('Salvar')}`).click();
    await page.waitForSelector(words('Dados alterados com sucesso!'));
    await open('/homepage');
    assert.ok((await page.title()).includes(NEW_NAME), 'The title has the old name.');
  },
};

/** This function runs in the page. */
function orderIs(module, order) {
  const rows = document.querySelectorAll(`[data-lessons-of="${module}"] [data-row-id]`);
  return [...rows].map((row) => row.dataset.rowId).join() === order;
}

const placeOf = (page) => page.$eval('.player-video', (video) => video.currentTime);

async function choose(page, selector, file) {
  const input = await page.waitForSelector(selector);
  await input.uploadFile(file);
}

async function middleOf(page, selector) {
  const element = await page.waitForSelector(selector, { visible: true });
  // Scrolls first, because scrolling would move the measured element.
  if (!(await element.isIntersectingViewport({ threshold: 1 })))
    await element.evaluate((target) =>
      target.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
  const { x, y, width, height } = await element.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Creates the course of an act. */
async function courseOf(page, titles) {
  const course = await post(page, '/api/v1/courses', {
    title: `Luz ${titles[0]}`,
    product_ids: [],
  });
  const module = await post(page, `/api/v1/courses/${course}/modules`, { title: 'Janela' });
  const lessons = [];
  for (const title of titles)
    lessons.push(await post(page, `/api/v1/modules/${module}/lessons`, { title }));
  return { course, module, lessons };
}

/** @returns the id of the created thing */
async function post(page, path, body) {
  const [status, answer] = await page.evaluate(
    async (path, payload) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, {
        method: 'POST',
        headers,
        body: JSON.stringify(payload),
      });
      return [response.status, await response.json()];
    },
    path,
    body,
  );
  assert.ok(status < 300, `${path}: ${JSON.stringify(answer)}`);
  return answer.data.id;
}
