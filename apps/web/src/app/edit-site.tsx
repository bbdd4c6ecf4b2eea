import { pages } from '@vitrine/contract/pages';
import { Pencil } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { useEditPlace } from '../kit/preview/edit-place.ts';
import { isPreview } from '../platform/preview.ts';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { useLateComponent } from '../ui/late-component.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useTranslation } from '../ui/translation.ts';

/** The button "Editar site" on every page. Busy until the drawer has loaded, and hidden while it is open. */
export default function EditSite() {
  const { t } = useTranslation();
  const editing = useEditPlace().open;
  const link = useRef<HTMLAnchorElement>(null);
  const pressed = useRef(false);
  const wasEditing = useRef(editing);
  const { Loaded, load } = useLateComponent(() => import('./edit-mode.tsx'));
  // The shell loads the same code, and says so where it does not load.
  const wait = useEffectEvent(() => load().catch(() => undefined));
  useEffect(() => {
    if (editing) void wait();
  }, [editing]);
  // It was gone while the drawer stood, so the drawer cannot give it the focus back. A drawer that an
  // address opened leaves the focus on the body.
  useEffect(() => {
    const isClosed = wasEditing.current && !editing;
    wasEditing.current = editing;
    if (!isClosed) return;
    if (pressed.current || document.activeElement === document.body) link.current?.focus();
    pressed.current = false;
  }, [editing]);
  if ((editing && Loaded) || isPreview()) return null;
  return (
    <Link
      ref={link}
      onClick={() => (pressed.current = true)}
      to={`${pages.homepage.path}?editar`}
      aria-label={t('Editar site')}
      aria-busy={editing || undefined}
      className={cx(
        buttonClass('secondary'),
        'bg-ground/45 max-xl:size-[40px]! max-xl:min-h-0! max-xl:p-0!',
      )}
    >
      {editing ? <Spinner /> : <Pencil size={16} strokeWidth={2} aria-hidden="true" />}
      <span className="hidden xl:inline">{t('Editar site')}</span>
    </Link>
  );
}
