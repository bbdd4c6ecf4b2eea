import type { Site } from '@vitrine/contract/site';
import visitorCss from './visitor.css?inline';
import { VisitorPage } from './visitor-page.tsx';

/** For the frame it stands in. */
export const signInCss = visitorCss;

/** The sign-in page as visitors get it, for a `PageFrame`. */
export const SignInPage = ({ site }: { site: Site }) => (
  <VisitorPage site={site} view="signIn" token="" />
);
