import { Ellipsis } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useLateComponent, type LateSource } from './late-component.ts';
import { toast } from './toast.ts';
import { useTranslation } from './translation.ts';

interface LateMenuProps<Props> {
  label: string;
  /** Loads a component with a `Menu` of the same label that is `isPressed`. */
  load: LateSource<Props>;
  /** Renders the loaded component. */
  children: (Loaded: ComponentType<Props>) => ReactNode;
}

/**
 * A '…' button that becomes its menu at the first press. A feed has a menu in every row: on a phone,
 * rendering twenty of them takes a third of a second. Where the code does not load, the button stays.
 *
 * ```tsx
 * <LateMenu label={label} load={() => import('./post-menu.tsx')}>
 *   {(PostMenu) => <PostMenu label={label} post={post} />}
 * </LateMenu>
 * ```
 */
export function LateMenu<Props>({ label, load, children }: LateMenuProps<Props>) {
  const { t } = useTranslation();
  const menu = useLateComponent(load);
  const open = () =>
    menu.load().catch(() =>
      toast.error(t('O menu não carregou'), {
        description: t('Confira sua internet, ou carregue a página de novo.'),
      }),
    );
  if (menu.Loaded) return children(menu.Loaded);
  return (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void open()}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        void open();
      }}
    >
      <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
