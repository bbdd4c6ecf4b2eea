import { Suspense } from 'react';
import { useIsAdmin } from '../platform/site-context.ts';
import { optionalPart } from '../ui/late-component.ts';

// Parts that both headers have. They load after the first paint.

const EditSite = optionalPart(() => import('./edit-site.tsx'));
const HeaderAlerts = optionalPart(() => import('./header-alerts.tsx'));

/** 'Editar site', for admins. What stands at its left keeps its place. */
export const LateEditSite = () =>
  useIsAdmin() && (
    <Suspense fallback={<i className="size-[40px] xl:hidden" />}>
      <EditSite />
    </Suspense>
  );

/** The live alert and the bell. The bell has its room from the start. */
export const LateHeaderAlerts = () => (
  <Suspense fallback={<i className="size-11" />}>
    <HeaderAlerts />
  </Suspense>
);
