import type { Site } from '@vitrine/contract/site';
import { VisitorPage } from './visitor-page.tsx';
import visitorCss from './visitor.css?inline';

/** The styles for the preview's frame. */
export const signInCss = visitorCss;

/** The sign-in page as visitors get it, for a `PageFrame`. */
export const SignInPage = ({ site }: { site: Site }) => (
  <VisitorPage site={site} view="signIn" token="" />
);
