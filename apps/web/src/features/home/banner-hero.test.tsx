import { act, screen, waitFor } from '@testing-library/react';
import type { HomeSettings } from '@vitrine/contract/home';
import { afterEach, expect, test, vi } from 'vitest';
import { shownBanner } from '../../kit/preview/shown-banner.ts';
import { bannerWith } from '../../test/banners.ts';
import { visit } from '../../test/school.tsx';
import { BannerHero } from './banner-hero.tsx';

const settings: HomeSettings = {
  showcase: 0,
  showcase_url_redirect: null,
  show_blocked_content: 1,
  banner_custom_transition_type: 'normal',
  banner_custom_autoplay: 1,
  banner_custom_autoplay_time: 5,
};
const light = bannerWith({
  id: 1,
  title: 'A luz certa',
  text_button: 'Começar',
  url_primary: '/favoritos',
  url_image: '/files/1/aaaaaaaaaaaaaaaaaaaaaa-1920x1080.jpg',
  url_image_vertical: '/files/1/bbbbbbbbbbbbbbbbbbbbbb-1080x1920.jpg',
});
const pets = bannerWith({ id: 2, title: 'Todo bicho', url_primary: 'https://loja.example.com' });

afterEach(() => act(() => shownBanner.set(null)));

const open = (...banners: (typeof light)[]) =>
  visit(<BannerHero banners={banners} settings={settings} />);
const slide = (name: string) =>
  screen.getByRole('group', { name: (label) => label.endsWith(name), hidden: true });

test('a single banner shows its text, its button and the image of the screen', () => {
  open(light);
  expect(screen.getByRole('heading', { level: 1, name: 'A luz certa' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Começar' })).toHaveAttribute('href', '/favoritos');
  const image = slide('A luz certa').querySelector('picture')!;
  expect(image.querySelector('source')).toHaveAttribute('media', '(width < 40rem)');
  expect(image.querySelector('img')).toHaveAttribute('fetchpriority', 'high');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a banner without a button text leads to its link as a whole, another site in a tab of its own', () => {
  open(pets);
  const link = screen.getByRole('link', { name: 'Todo bicho' });
  expect(link).toHaveAttribute('href', 'https://loja.example.com');
  expect(link).toHaveAttribute('target', '_blank');
});

test('a page of the school opens in the same tab', () => {
  open(light);
  expect(screen.getByRole('link', { name: 'Começar' })).not.toHaveAttribute('target');
});

test('of several banners one shows; bars and arrow keys switch to the others', async () => {
  const { user } = open(light, pets);
  expect([slide('A luz certa').inert, slide('Todo bicho').inert]).toEqual([false, true]);
  await user.click(screen.getByRole('button', { name: '2 de 2: Todo bicho' }));
  await waitFor(() => expect(slide('Todo bicho').inert).toBe(false));
  expect(slide('A luz certa').inert).toBe(true);
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(slide('A luz certa').inert).toBe(false));
});

test('the arrow keys go on from the button of a banner', async () => {
  const { user } = open(light, pets);
  act(() => screen.getByRole('link', { name: 'Começar' }).focus());
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(slide('A luz certa').inert).toBe(true));
  expect(screen.getByRole('button', { name: '2 de 2: Todo bicho' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(slide('A luz certa').inert).toBe(false));
});

test('the autoplay can be stopped', async () => {
  const { user } = open(light, pets);
  await user.click(screen.getByRole('button', { name: 'Parar de passar sozinho' }));
  expect(screen.getByRole('button', { name: 'Voltar a passar sozinho' })).toBeVisible();
});

const clock = () =>
  document.querySelector<HTMLElement>('.banner-bar-fill')!.style.animationPlayState;

test('the autoplay pauses under the pointer, and under the focus of the keyboard', async () => {
  const { user } = open(light, pets);
  expect(clock()).toBe('running');
  const banners = screen.getByRole('region', { name: 'Destaques' });
  await user.hover(banners);
  expect(clock()).toBe('paused');
  await user.unhover(banners);
  expect(clock()).toBe('running');
  await user.tab();
  expect(clock()).toBe('paused');
});

test('the autoplay pauses in a hidden tab', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const look = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  open(light, pets);
  expect(clock()).toBe('running');
  look(true);
  expect(clock()).toBe('paused');
  look(false);
  expect(clock()).toBe('running');
  hidden.mockRestore();
});

test('the autoplay pauses while the banners are out of view', () => {
  let look = (_seen: { isIntersecting: boolean }[]) => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof look) {
        look = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  open(light, pets);
  expect(clock()).toBe('running');
  act(() => look([{ isIntersecting: false }]));
  expect(clock()).toBe('paused');
  act(() => look([{ isIntersecting: true }]));
  expect(clock()).toBe('running');
  vi.unstubAllGlobals();
});

test('the banner that somebody edits comes into view, as it is being typed', async () => {
  open(light, pets);
  act(() => shownBanner.set({ id: 2, draft: { ...pets, title: 'Todo bicho tem um lado bom' } }));
  await waitFor(() => expect(slide('Todo bicho tem um lado bom').inert).toBe(false));
});

test('of many banners, those out of sight have no content, and bars lead to the near ones', async () => {
  const many = Array.from({ length: 100 }, (_, place) =>
    bannerWith({ id: place + 1, title: `Campanha ${place + 1}` }),
  );
  const { user } = open(...many);
  const bars = () => screen.getAllByRole('button', { name: /^\d+ de 100/ });
  const titles = () =>
    screen.getAllByRole('heading', { hidden: true }).map((one) => one.textContent);
  expect(bars()).toHaveLength(12);
  expect(titles()).toEqual(['Campanha 1', 'Campanha 2', 'Campanha 100']);
  await user.click(screen.getByRole('button', { name: '12 de 100: Campanha 12' }));
  await waitFor(() =>
    expect(titles()).toEqual(['Campanha 1', 'Campanha 11', 'Campanha 12', 'Campanha 13']),
  );
  expect(slide('12 de 100: Campanha 12').inert).toBe(false);
  expect(
    bars()
      .map((bar) => bar.getAttribute('data-banner'))
      .at(-1),
  ).toBe('16');
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(slide('13 de 100: Campanha 13').inert).toBe(false));
});
