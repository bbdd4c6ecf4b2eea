import { hrefOf } from '@vitrine/contract/pages';
import type { Preview } from '@vitrine/contract/points';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { isEqual } from '../../kit/state/is-equal.ts';
import { besideDrawer, useMediaQuery } from '../../ui/media-query.ts';
import { useTranslation } from '../../ui/translation.ts';
import { rulesOf, valuesOf, type PointsForm } from './points-form.ts';
import { usePointsPreview } from './points.queries.ts';

/** After this pause in typing the rules are tried again. */
const PAUSE_MS = 800;

/** Rules that are being tried, with what they would have given in 30 days. */
export interface TriedRules {
  /** The result of exactly these rules. Undefined while the server counts. */
  found: Preview | undefined;
  pointsName: string;
  busy: boolean;
  /** Whether somebody asked, and has not closed it since. */
  open: boolean;
  /** The rules could not be tried. */
  failed: boolean;
  start: () => void;
  stop: () => void;
}

/**
 * Tries the rules of a form once somebody asks, and follows the form from then on. The ranking
 * behind the drawer shows what they give. It saves nothing.
 */
export function useTriedRules(values: PointsForm): TriedRules {
  const { t } = useTranslation();
  const { mutate, reset, data, variables, isPending, isError } = usePointsPreview();
  const [open, setOpen] = useState(false);
  useRankingBehind();
  const pointsName = values.custom_name || t('pontos');
  const body = { ...valuesOf({ ...values, custom_name: pointsName }), ...rulesOf(values) };
  const isOld = !isEqual(variables?.body, body);
  const found = isOld || isPending ? undefined : data?.data;

  const rules = JSON.stringify(body);
  const preview = useEffectEvent(() => mutate({ body }));
  useEffect(() => {
    if (!open || !isOld || isPending) return;
    const timer = setTimeout(() => preview(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [open, isOld, isPending, rules]);

  useEffect(() => {
    const shown = previewedRanking.get();
    if (found) previewedRanking.set({ entries: found.ranking, pointsName, stale: false });
    else previewedRanking.set(open && shown ? { ...shown, stale: true } : null);
  }, [found, open, pointsName]);
  useEffect(() => () => previewedRanking.set(null), []);

  return {
    found,
    pointsName,
    busy: open && !isError && !found,
    open,
    failed: isError && !isOld,
    start() {
      setOpen(true);
      mutate({ body });
    },
    stop() {
      setOpen(false);
      reset();
    },
  };
}

/**
 * Goes to the ranking behind the drawer, where the screen has room for both. At once: a page that
 * changed under a form with changes would ask about them.
 */
function useRankingBehind() {
  const { pathname: shown, search, state } = useLocation();
  const navigate = useNavigate();
  const isBeside = useMediaQuery(besideDrawer);
  const pathname = hrefOf('ranking');
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || !isBeside || !search.startsWith('?editar=')) return;
    isAsked.current = true;
    if (shown === pathname) return;
    void navigate({ pathname, search }, { replace: true, state });
  }, [isBeside, shown, search, state, navigate, pathname]);
}
