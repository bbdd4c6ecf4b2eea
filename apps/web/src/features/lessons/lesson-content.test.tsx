import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lesson, openLesson, prepareLesson } from '../../test/lesson-page.tsx';

beforeEach(prepareLesson);

test('formulas are shown as the server rendered them, and nothing that could run', async () => {
  const katex =
    '<span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span><span class="katex-html" aria-hidden="true"><span class="mord" style="height:1em">x</span></span></span>';
  openLesson(
    lesson({
      video_url: null,
      content: '<p>\\(x\\)</p>',
      content_html: `<p>${katex}</p><svg><script>window.ran = true</script></svg>`,
    }),
  );
  await waitFor(() => expect(document.querySelector('.lesson-content math mi')).not.toBeNull());
  const shown = document.querySelector('.lesson-content')!;
  expect(shown.querySelector('[style="height:1em"]')).not.toBeNull();
  expect(shown.textContent).not.toContain('\\(');
  expect(shown.querySelector('script')).toBeNull();
});

test('a link to another lesson opens in the app, and a link to an anchor scrolls there', async () => {
  const scrolled = vi.fn<() => void>();
  HTMLElement.prototype.scrollIntoView = scrolled;
  const { user, history } = openLesson(
    lesson({
      video_url: null,
      content:
        '<p><a href="#t-fim">Ir ao fim</a> <a href="/curso/1/outra/7#t-a">Outra</a> <a href="https://a.com/" target="_blank">Fora</a></p><h2 id="t-fim">O fim</h2>',
    }),
  );
  await user.click(await screen.findByRole('link', { name: 'Ir ao fim' }));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'O fim' }));
  await user.click(screen.getByRole('link', { name: 'Outra' }));
  expect(history.location).toMatchObject({ pathname: '/curso/1/outra/7', hash: '#t-a' });
});
