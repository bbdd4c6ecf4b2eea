import { lazy, useState, type ComponentType } from 'react';

/** A dynamic import of a module whose default is the component. */
export type LateSource<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component whose code loads when `load` is called. Code that does not load leaves the page as it
 * is, and the next call tries again. With `lazy`, an error would replace the page.
 *
 * ```tsx
 * const menu = useLateComponent(() => import('./post-menu.tsx'));
 * menu.load().catch(showFailure) · {menu.Loaded && <menu.Loaded post={post} />}
 * ```
 */
export function useLateComponent<Props>(source: LateSource<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  async function load() {
    const { default: component } = await source();
    setLoaded(() => component);
  }
  return { Loaded, load };
}

const Nothing = () => null;

/**
 * A lazy component that the page can do without. If its code does not load, it renders nothing, and
 * the page stays.
 *
 * ```tsx
 * const Gains = optionalPart(() => import('./gains.tsx'));
 * ```
 */
export const optionalPart = <Props>(source: LateSource<Props>) =>
  lazy<ComponentType<Props>>(() => source().catch(() => ({ default: Nothing })));
