import { post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

// A school chooses how many cards a group has on a phone.

/** The circle of the heart is smaller than its button. */
const RING = 5;

const name = 'Luz natural para quem fotografa retratos em casa';

test('on a phone the locks of small cards cover no words', async ({ owner, signIn }) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const courses: number[] = [];
  for (const part of ['um', 'dois', 'três', 'quatro', 'cinco', 'seis']) {
    const title = `${name}, parte ${part}`;
    courses.push((await post(page, '/api/v1/courses', { title, product_ids: [product.id] })).id);
  }
  const rows = [2, 3, 4, 5, 6];
  for (const count of rows)
    await post(page, '/api/auth/config/plataforma/carrossel/create', {
      title: `Fileira de ${count}`,
      type: '1',
      content: courses,
      card_type: 'vertical',
      cards_per_group_mobile: count,
    });
  const rosa = { name: 'Rosa Lemos', email: 'rosa@example.com', password: 'segredo-bom' };
  await post(page, '/api/v1/members', { ...rosa, product_ids: [] });
  const { page: home } = await signIn(rosa.email, rosa.password, 'phone');
  await home.goto('/homepage');
  for (const count of rows) {
    const row = home.getByRole('region', { name: `Fileira de ${count}` });
    await row.scrollIntoViewIfNeeded();
    const card = row.getByRole('listitem').first();
    await expect(card.locator('.lock-chip')).toBeVisible();
    const boxOf = async (selector: string) => {
      const part = card.locator(selector);
      return (await part.isVisible()) ? part.boundingBox() : null;
    };
    const [lock, heart, kicker, title] = await Promise.all(
      ['.lock-chip', '.heart-button', '.poster-kicker', '.poster-title'].map(boxOf),
    );
    const top = Math.min(kicker?.y ?? Infinity, title!.y);
    expect(lock!.y + lock!.height, `lock of ${count}`).toBeLessThanOrEqual(top);
    if (!heart) continue;
    expect(heart.y + heart.height, `heart of ${count}`).toBeLessThanOrEqual(top);
    const isBeside = lock!.x + lock!.width <= heart.x + RING;
    expect(isBeside || lock!.y + lock!.height <= heart.y + RING, `heart of ${count}`).toBe(true);
  }
  await expectNoSidewaysScroll(home);
});
