/** The link or button on which the pointer went down first. */
let pressed: Element | null = null;

/**
 * Refuses the second press of a double press on another control than the first. The first press may close
 * a dialog or fold a form, and the second one would follow the link that comes to lie there. It lasts as
 * long as the page, and another call changes nothing: parts that load late ask for it, so that the first
 * load does not carry it.
 *
 * ```ts
 * useEffect(guardDoublePress, []);
 * ```
 */
export function guardDoublePress() {
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
