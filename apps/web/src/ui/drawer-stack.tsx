import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { PanelPlace } from './drawer-panel.tsx';

/** One panel of the drawer's stack. */
export type DrawerLayer = {
  /** Stable id of the panel, for its scroll position, state and animation. */
  id: string;
  /** A `DrawerPanel`, or a component that renders one. */
  element: ReactNode;
};

interface DrawerStackProps {
  layers: readonly DrawerLayer[];
  /** Whether the drawer has finished opening. */
  settled: boolean;
  onBack: () => void;
  onClose: () => void;
}

/** The panels of a drawer. Only the last one is visible; a panel slides in, and out when removed. */
export function DrawerStack({ layers, settled, onBack, onClose }: DrawerStackProps) {
  const { shown, leavingId, slides, finishLeaving } = useLeavingLayer(layers);
  return shown.map((layer, depth) => (
    <Layer
      key={layer.id}
      layer={layer}
      depth={depth}
      onBack={onBack}
      onClose={onClose}
      settled={settled}
      top={depth === layers.length - 1}
      leaving={layer.id === leavingId}
      slides={slides && depth > 0}
      onLeft={finishLeaving}
    />
  ));
}

/** A little longer than the exit animation, whose end usually removes the panel. */
const EXIT_MS = 160;

/** Keeps a removed panel until its exit animation has ended. */
function useLeavingLayer(layers: readonly DrawerLayer[]) {
  const [last, setLast] = useState(layers);
  const [leaving, setLeaving] = useState<DrawerLayer | null>(null);
  const [slides, setSlides] = useState(false);

  const isUnchanged =
    last.length === layers.length && last.every((one, index) => one.id === layers[index]?.id);
  if (!isUnchanged) {
    const previousTop = last.at(-1);
    const removedLayer =
      previousTop &&
      last.length > layers.length &&
      !layers.some((layer) => layer.id === previousTop.id);
    setLast(layers);
    setSlides(true);
    setLeaving(removedLayer ? previousTop : null);
  }
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(null), EXIT_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  const stillLeaving = leaving && !layers.some((layer) => layer.id === leaving.id);
  return {
    shown: stillLeaving ? [...layers, leaving] : layers,
    leavingId: stillLeaving ? leaving.id : null,
    slides,
    finishLeaving: () => setLeaving(null),
  };
}

interface LayerProps extends Omit<DrawerStackProps, 'layers'> {
  layer: DrawerLayer;
  depth: number;
  top: boolean;
  /** It was removed, and slides out. */
  leaving: boolean;
  slides: boolean;
  onLeft: () => void;
}

function Layer(props: LayerProps) {
  const { layer, depth, top, leaving, slides, settled, onBack, onClose, onLeft } = props;
  const focusedBefore = useRef<HTMLElement | null>(null);

  function remember({ target, currentTarget }: FocusEvent) {
    // React also tells of the focus in a menu of the panel, whose entries go with it.
    const isInside = target instanceof HTMLElement && currentTarget.contains(target);
    if (top && isInside) focusedBefore.current = target;
  }

  return (
    <PanelPlace value={{ depth, top, settled, onBack, onClose, focusedBefore }}>
      <div
        inert={!top}
        data-top={top ? '' : undefined}
        onFocusCapture={remember}
        onAnimationEnd={leaving ? onLeft : undefined}
        className={cx(
          'absolute inset-0 flex bg-surface-1',
          leaving ? 'slide-out-to-right' : top && slides && 'slide-in-from-right',
          !top && !leaving && 'invisible transition-[visibility] delay-200 duration-0',
        )}
      >
        {layer.element}
      </div>
    </PanelPlace>
  );
}
