import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LegalPage } from './features/footer/legal-page.tsx';
import { VisitorPage, type VisitorPageProps } from './features/login-page/visitor-page.tsx';

// Built for the server, which keeps what comes out per school until the school changes.

export const renderVisitorPage = (props: VisitorPageProps) =>
  renderToStaticMarkup(<VisitorPage {...props} />);

export const renderLegalPage = (props: ComponentProps<typeof LegalPage>) =>
  renderToStaticMarkup(<LegalPage {...props} />);
