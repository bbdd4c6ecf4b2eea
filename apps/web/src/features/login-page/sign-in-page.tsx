import type { Site } from '@vitrine/contract/site';
import { useTranslation } from '../../ui/translation.ts';
import { language } from '../../platform/locale.ts';
import visitorCss from './visitor.css?inline';
import { VisitorPage } from './visitor-page.tsx';

/** For the frame it stands in. */
export const signInCss = visitorCss;

/** The sign-in page as visitors get it, for a `PageFrame`. */
export function SignInPage({ site }: { site: Site }) {
  const { t } = useTranslation();
  return <VisitorPage site={site} view="signIn" token="" language={language()} say={t} />;
}
