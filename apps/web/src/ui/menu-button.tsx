import { Ellipsis } from 'lucide-react';
import { Suspense, useState, useTransition, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

type MenuButtonProps = Omit<ComponentProps<typeof IconButton>, 'children'>;

/** A row's '…' button. */
export const MenuButton = (props: MenuButtonProps) => (
  <IconButton {...props}>
    <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
  </IconButton>
);

interface LazyMenuProps {
  label: string;
  /** Loads the code: of a pointer or a focus on the button. */
  load: () => Promise<unknown>;
  /** The menu with its own button; it opens as soon as it is there. */
  children: ReactNode;
}

/**
 * A '…' button whose menu loads when somebody is about to open it: most readers never do.
 *
 * ```tsx
 * const load = () => import('./post-menu.tsx');
 * const PostMenu = lazy(load);
 * <LazyMenu label={label} load={load}><PostMenu label={label} post={post} /></LazyMenu>
 * ```
 */
export function LazyMenu({ label, load, children }: LazyMenuProps) {
  const [opened, setOpened] = useState(false);
  // The button stays, with the focus on it, until the menu has loaded.
  const [, startOpening] = useTransition();
  return (
    <Suspense>
      {opened ? (
        children
      ) : (
        <MenuButton
          label={label}
          aria-haspopup="menu"
          aria-expanded={false}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => startOpening(() => setOpened(true))}
        />
      )}
    </Suspense>
  );
}
