import { pages } from '@vitrine/contract/pages';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

const touches = ['pointerdown', 'keydown'] as const;

interface BackHome {
  /** Time after the save, in ms. */
  after: number;
  /** The form has unsaved changes. The page then stays. */
  dirty: boolean;
  /** The place that stays open in the edit drawer. Without it, the drawer closes. */
  keeping?: string;
}

/** Returns to the home page some time after a save, as some panels do (C section 2). */
export function useBackHome({ after, dirty, keeping }: BackHome) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const atHome = useRef(false);
  useEffect(() => {
    atHome.current = pathname === pages.homepage.path;
  }, [pathname]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (dirty) clearTimeout(timer.current);
  }, [dirty]);
  // Any interaction means that the admin is still working here. It cancels the return.
  useEffect(() => {
    const stay = () => clearTimeout(timer.current);
    for (const name of touches) document.addEventListener(name, stay, true);
    return () => {
      for (const name of touches) document.removeEventListener(name, stay, true);
    };
  }, []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!keeping) void navigate(pages.homepage.path);
      else if (!atHome.current) void navigate(`${pages.homepage.path}?editar=${keeping}`);
    }, after);
  };
}
