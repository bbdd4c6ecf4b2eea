import type { ComponentType, ReactNode } from 'react';
import type { LateSource } from './late-component.ts';
import { useLatePress } from './late-press.ts';
import { LoadingLine } from './loading-line.tsx';
import { MenuButton } from './menu-button.tsx';
import { useTranslation } from './translation.ts';

interface LateMenuProps<Props> {
  label: string;
  /** The button's icon, as of the menu. Default: '…'. */
  trigger?: ReactNode;
  /** Loads a component with a `Menu` of the same label that is `isPressed`. */
  load: LateSource<Props>;
  /** Renders the loaded component. */
  children: (Loaded: ComponentType<Props>) => ReactNode;
}

/**
 * A button that becomes its menu at the first press. A feed has a menu in every row: on a phone,
 * rendering twenty of them takes a third of a second. Where the code does not load, the button stays.
 *
 * ```tsx
 * <LateMenu label={label} load={() => import('./post-menu.tsx')}>
 *   {(PostMenu) => <PostMenu label={label} post={post} />}
 * </LateMenu>
 * ```
 */
export function LateMenu<Props>({ label, trigger, load, children }: LateMenuProps<Props>) {
  const { t } = useTranslation();
  const { Loaded, isLoading, press } = useLatePress(load, t('O menu não carregou'));
  if (Loaded) return children(Loaded);
  return (
    <>
      <MenuButton label={label} trigger={trigger} aria-haspopup="menu" {...press} />
      {isLoading && <LoadingLine />}
    </>
  );
}
