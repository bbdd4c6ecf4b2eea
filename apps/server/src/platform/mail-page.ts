import { escapeHtml } from './html.ts';

interface MailPage {
  school: string;
  greeting: string;
  text: string;
  button: string;
  url: string;
  after: string;
}

/** A mail as HTML and plain text: greeting, sentence, button, and the button's URL in full. */
export function mailPage({ school, greeting, text, button, url, after }: MailPage) {
  const plain = [
    greeting,
    '',
    text,
    '',
    `${button}: ${url}`,
    ...(after ? ['', after] : []),
    '',
    school,
  ];
  const [hello, sentence, label, address, last, name] = [
    greeting,
    text,
    button,
    url,
    after,
    school,
  ].map(escapeHtml);
  const html = `<!doctype html><html><body style="margin:0;background:#f4f4f6;font:16px/1.5 -apple-system,Segoe UI,Roboto,sans-serif;color:#17171c">
<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:520px;background:#fff;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:600">${name}</p>
<p style="margin:0 0 12px">${hello}</p>
<p style="margin:0 0 24px">${sentence}</p>
<p style="margin:0 0 24px"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#17171c;color:#fff;text-decoration:none;font-weight:600">${label}</a></p>
${last ? `<p style="margin:0 0 24px">${last}</p>` : ''}
<p style="margin:0;color:#6b6b76;font-size:13px;word-break:break-all">${address}</p>
</td></tr></table></td></tr></table></body></html>`;
  return { html, plain: plain.join('\n') };
}
