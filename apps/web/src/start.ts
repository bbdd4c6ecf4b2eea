import { keepEarlyPresses } from './early-presses.ts';

// The page's own styles and code wait in a template until the picture that one sees first has come:
// on a slow line the two would share its width, and both be late. Nothing takes longer for it, for
// the line is never idle but for one question.

keepEarlyPresses(document.querySelector<HTMLElement>('#root')!);

const { content } = document.querySelector<HTMLTemplateElement>('#code')!;
const script = content.querySelector('script')!;
script.remove();

/** However slow the picture, the page does not wait for ever. */
const TIMEOUT_MS = 2_000;

const picture = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
if (picture && !picture.complete)
  await Promise.race([settled(picture), new Promise((go) => setTimeout(go, TIMEOUT_MS))]);

const styles = [...content.querySelectorAll('link[rel="stylesheet"]')].map(settled);
document.head.append(content);
await Promise.all(styles);
document.head.append(script);

/** Here, or not coming. */
function settled(element: Element) {
  return new Promise((go) => {
    element.addEventListener('load', go, { once: true });
    element.addEventListener('error', go, { once: true });
  });
}
