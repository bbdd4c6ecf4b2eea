import { renderToStaticMarkup } from 'react-dom/server';
import { VisitorPage, type VisitorPageProps } from './features/login-page/visitor-page.tsx';

/** Built for the server, which keeps what comes out per school until the school changes. */
export const renderVisitorPage = (props: VisitorPageProps) =>
  renderToStaticMarkup(<VisitorPage {...props} />);
