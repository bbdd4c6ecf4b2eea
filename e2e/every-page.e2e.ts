import type { Page } from '@playwright/test';
import { hrefOf, pageNames, pages, type PageName } from '@vitrine/contract/pages';
import { liveHref } from '@vitrine/contract/urls';
import { storeDemoMedia } from '../apps/server/src/demo/demo-media.ts';
import { fillDemoSchool } from '../apps/server/src/demo/demo-school.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test, type Size } from './fixtures.ts';

// Every page of the contract's table, and every panel of the edit drawer, in a school with content
// everywhere. axe runs at both widths, and text of 200 % on the phone.

const marina = { name: 'Marina Teles', email: 'marina@example.com', password: 'uma senha boa 1' };

/** The panels of the edit drawer. `{id}` is the school's first community. */
const panels = [
  '',
  'vitrine',
  'vitrine/novo',
  'aparencia',
  'banner',
  'banner/novo',
  'avaliacoes',
  'login',
  'aula',
  'aula/ajustes',
  'aula/letreiro',
  'header',
  'footer',
  'info',
  'comunidade',
  'comunidade/nova',
  'comunidade/editar/{id}',
  'comunidade/canais/{id}',
  'gamificacao',
  'gamificacao/pontuacao',
  'gamificacao/recompensa',
  'gamificacao/niveis',
  'gamificacao/ranking',
  'html',
];

/** A link of another time: these pages tell what to do about it. */
const GONE = 'token=gone';

/** Pages whose address needs more than the ids of `DemoIds`. */
const queries: Partial<Record<PageName, string>> = {
  search: '?search=luz',
  magicLink: `?${GONE}`,
  ownerLink: `?${GONE}`,
  confirmEmail: `?${GONE}`,
  cancelErasure: `?${GONE}`,
  password: `?${GONE}`,
};

interface DemoIds {
  course: number;
  module: number;
  lesson: number;
  community: number;
  post: number;
  quiz: number;
  live: number;
  person: number;
  product: number;
}

/** Fills the school as the demo, and returns one id of each kind. */
async function fillSchool(platform: Platform, schoolId: number) {
  const media = await storeDemoMedia(platform, schoolId);
  return platform.database.transaction(schoolId, async (tx) => {
    const first = async (
      table: 'products' | 'communities' | 'posts' | 'quizzes' | 'lives' | 'members',
    ) =>
      (await tx.db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow())
        .id;
    const owner = await first('members');
    await fillDemoSchool(tx, media, owner);
    const { course, module, lesson } = await tx.db
      .selectFrom('lessons')
      .innerJoin('modules', 'modules.id', 'lessons.module_id')
      .select(['modules.course_id as course', 'modules.id as module', 'lessons.id as lesson'])
      .orderBy('lessons.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const student = await tx.db
      .selectFrom('members')
      .select('id')
      .where('id', '>', owner)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    return {
      course,
      module,
      lesson,
      community: await first('communities'),
      post: await first('posts'),
      quiz: await first('quizzes'),
      live: await first('lives'),
      person: student.id,
      product: await first('products'),
    } satisfies DemoIds;
  });
}

/** The address of a page, with the ids that its path names. */
function addressOf(name: PageName, ids: DemoIds, schoolId: number) {
  const own: Partial<Record<PageName, number>> = {
    course: ids.course,
    module: ids.module,
    lesson: ids.lesson,
    quiz: ids.quiz,
    community: ids.community,
    person: ids.person,
    manageCourse: ids.course,
    manageLesson: ids.course,
    memberPoints: ids.person,
  };
  const path = hrefOf(name, {
    id: own[name] ?? 0,
    course: ids.course,
    title: 'aula',
    lessonId: ids.lesson,
    tenant: schoolId,
    postId: ids.post,
    communityId: ids.community,
  });
  return `${path}${queries[name] ?? ''}`;
}

/** Looks at a page at its size, and on the phone at twice the size of its text. */
async function look(page: Page, address: string, size: Size) {
  await test.step(`${address} at ${size}`, async () => {
    await page.goto(address);
    await expect(page.locator('h1:visible, h2:visible').first(), address).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    if (size !== 'phone') return;
    expect(await doubleText(page), `${address}: text that did not grow`).toEqual([]);
    await expectNoSidewaysScroll(page);
    expect(await cutButtons(page), address).toEqual([]);
  });
}

/**
 * Doubles the reader's text size, and returns the texts that did not grow. Titles may grow less. The
 * words of the phone's tabs have no room to grow.
 */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('body *')].filter(
      (element) =>
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim()) &&
        element.checkVisibility() &&
        !element.closest('svg, .phone-tabs, [aria-hidden="true"]'),
    );
    const sizes = () => texts.map((element) => parseFloat(getComputedStyle(element).fontSize));
    const before = sizes();
    document.documentElement.style.fontSize = '200%';
    const after = sizes();
    return texts
      .filter((_, index) => after[index]! < before[index]! * 1.15)
      .map(({ textContent }) => textContent.trim());
  });

/** The words of buttons that do not fit in their button. */
const cutButtons = (page: Page) =>
  page.locator('button:visible').evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .filter((one) => getComputedStyle(one).overflowX === 'visible')
      .map(({ textContent }) => textContent.trim())
      // The touch target of a button with only an icon is wider than the button.
      .filter(Boolean),
  );

for (const size of ['phone', 'desktop'] satisfies Size[]) {
  test(`every page of a student and of a visitor is readable, ${size}`, async ({
    platform,
    school,
    owner,
    visitor,
    signIn,
  }) => {
    test.slow();
    const { page } = await owner(size);
    const ids = await fillSchool(platform, school.id);
    await post(page, '/api/v1/members', { ...marina, product_ids: [ids.product] });
    const { page: student } = await signIn(marina.email, marina.password, size);
    const { page: stranger } = await visitor(size);
    for (const name of pageNames) {
      const { access } = pages[name];
      if (access === 'staff' || access === 'admin') continue;
      const reader = access === 'visitor' ? stranger : student;
      await look(reader, addressOf(name, ids, school.id), size);
    }
    await look(student, liveHref(ids.live), size);
    await look(student, '/nao-existe', size);
  });

  test(`every page of the staff and every panel is readable, ${size}`, async ({
    platform,
    school,
    owner,
  }) => {
    test.slow();
    const { page } = await owner(size);
    const ids = await fillSchool(platform, school.id);
    for (const name of pageNames) {
      const { access } = pages[name];
      if (access !== 'staff' && access !== 'admin') continue;
      if (name !== 'quizBuilder') await look(page, addressOf(name, ids, school.id), size);
    }
    for (const part of ['', '&aba=ajustes', '&aba=resultados'])
      await look(page, `/quiz?id=${ids.quiz}&type=comun${part}`, size);
    for (const panel of panels)
      await look(page, `/homepage?editar=${panel.replace('{id}', `${ids.community}`)}`, size);
  });
}
