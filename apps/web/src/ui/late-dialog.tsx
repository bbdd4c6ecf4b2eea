import { useState } from 'react';
import type { LateSource } from './late-component.ts';
import { LatePart } from './late-part.tsx';

interface OpenProps {
  open: boolean;
  /** Also called if the code does not load. */
  onClose: () => void;
}

/**
 * A dialog whose code loads when it opens first. The code of dialogs weighs 31 KB, and few visits to a
 * page open one. Code that does not load closes the dialog, and a toast says so: the next press tries
 * again.
 *
 * ```tsx
 * const JumpDialog = lateDialog(() => import('./jump-dialog.tsx'));
 * <JumpDialog open={open} onClose={close} />
 * ```
 */
export const lateDialog = <Props extends OpenProps>(source: LateSource<Props>) =>
  function LateDialog(props: Props) {
    const [isWanted, setIsWanted] = useState(props.open);
    if (props.open && !isWanted) setIsWanted(true);
    function giveUp() {
      setIsWanted(false);
      props.onClose();
    }
    return (
      isWanted && (
        <LatePart load={source} onFail={giveUp}>
          {(Dialog) => <Dialog {...props} />}
        </LatePart>
      )
    );
  };
