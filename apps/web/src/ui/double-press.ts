/** The link or button on which the pointer went down first. */
let pressed: Element | null = null;

/**
 * Keeps both presses of a double press on one control. The first one may close a dialog or fold a form;
 * the second one would follow a link that comes to lie there. Another call changes nothing.
 *
 * ```ts
 * useEffect(keepDoublePress, []);
 * ```
 */
export function keepDoublePress() {
  addEventListener('mousedown', remember, true);
  addEventListener('click', refuse, true);
}

function remember(event: MouseEvent) {
  if (event.detail < 2) pressed = controlOf(event);
}

function refuse(event: MouseEvent) {
  if (event.detail < 2 || !pressed || controlOf(event) === pressed) return;
  event.preventDefault();
  event.stopPropagation();
}

const controlOf = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest('a, button') : null;
