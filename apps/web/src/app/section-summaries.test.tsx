import { screen } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { communities } from '@vitrine/contract/communities';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { points } from '@vitrine/contract/points';
import { beforeEach, expect, test } from 'vitest';
import { carousel } from '../test/carousel.ts';
import { refusing, serve, visit } from '../test/school.tsx';
import { EditDrawer } from './edit-drawer.tsx';

beforeEach(() => localStorage.clear());

type FakeCalls = Parameters<typeof serve>;

/** Opens the drawer at its list of sections. A section whose call is not given has no summary. */
function open(...calls: FakeCalls) {
  serve(...calls);
  const others = fetch;
  globalThis.fetch = (...asked) =>
    others(...asked).catch(() => Response.json(refusing(404, 'Não').body, { status: 404 }));
  visit(<EditDrawer />, { at: '/homepage?editar' });
}

const section = (name: RegExp) => screen.findByRole('button', { name });

test('the drawer says what each section holds', async () => {
  open(
    [customLinks.list, () => ({ data: [{ id: 1 }, { id: 2 }] })],
    [communities.index, () => [{ id: 5, title: 'Clube' }]],
    [banners.list, () => ['', 200, { data: [{ id: 1 }, { id: 2 }, { id: 3 }] }]],
    [carousels.list, () => [carousel(1, { published: 0 }), carousel(2), carousel(3)]],
    [customHtml.list, () => [{ id: 1 }]],
    [points.show, () => ({ community: { custom_name: 'XP' }, platform: {} })],
  );
  expect(await section(/^Header.*2 de 3 links personalizados/)).toBeVisible();
  expect(await section(/^Comunidade.*1 comunidade$/)).toBeVisible();
  expect(await section(/^Banner principal.*3 banners/)).toBeVisible();
  expect(await section(/^Vitrine.*3 carrosséis, 1 não publicado/)).toBeVisible();
  expect(await section(/^HTML personalizado.*1 trecho/)).toBeVisible();
  expect(await section(/^Gamificação.*As ações valem XP/)).toBeVisible();
});

test('the drawer says which sections are empty', async () => {
  open(
    [communities.index, () => []],
    [banners.list, () => ['', 200, { data: [] }]],
    [carousels.list, () => [carousel(2)]],
    [customHtml.list, () => []],
    [points.show, () => ({ community: { custom_name: '' }, platform: {} })],
  );
  expect(await section(/^Comunidade.*Nenhuma comunidade/)).toBeVisible();
  expect(await section(/^Banner principal.*Nenhum banner/)).toBeVisible();
  expect(await section(/^Vitrine.*1 carrossel$/)).toBeVisible();
  expect(await section(/^HTML personalizado.*Nenhum trecho/)).toBeVisible();
  expect(await section(/^Gamificação.*Nenhuma ação vale pontos ainda/)).toBeVisible();
});
