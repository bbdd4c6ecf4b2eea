import type { Language } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';
import { readable, textOn } from '@vitrine/contract/theme';
import { escapeHtml } from './html.ts';

/** The school's name, logo and colours in a mail. */
export interface MailSchool {
  name: string;
  /** A path of this school. */
  logo: string | null;
  brand: string;
  ground: string;
}

interface MailFrame {
  school: MailSchool;
  /** Scheme and host of the school, for the logo's URL. */
  base: string;
  language: Language;
  /** The text that lists of mails show beside the subject. It is hidden in the mail. */
  preview: string;
  /** Rows of a table: `mailRow(…)`. */
  rows: string;
  /** HTML under the rows, in small print. The school's name follows it. */
  foot?: string;
  /** A short text at the right of the school's name: the day. */
  corner?: string;
}

/**
 * Returns the HTML of a mail: one column of 600 px, tables only, the school's header on top. The
 * school's name stands beside its logo, because many mail programs do not show images.
 */
export function mailFrame(mail: MailFrame) {
  const { school, base, language, preview, rows, foot = '', corner = '' } = mail;
  const headerTextColor = readable(textOn(school.ground), school.ground);
  const logo = school.logo
    ? `<img src="${escapeHtml(base + school.logo)}" alt="" width="32" height="32" style="border-radius:8px;vertical-align:middle;margin-right:12px">`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><style>${narrowScreenStyles}${darkModeStyles}</style></head>
<body style="margin:0;background:#d9d6cf;font:16px/24px -apple-system,Segoe UI,Roboto,sans-serif">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:24px 12px" class="around">
<table role="presentation" width="100%" style="max-width:600px;table-layout:fixed;overflow-wrap:break-word;word-wrap:break-word;border-collapse:collapse;background:#ffffff" class="paper">
<tr><td class="side" style="padding:16px 32px;background:${escapeHtml(school.ground)};border-bottom:3px solid ${escapeHtml(school.brand)}"><table role="presentation" width="100%" style="border-collapse:collapse"><tr><td style="padding:0;color:${headerTextColor};font-size:18px;font-weight:600;overflow-wrap:anywhere;word-break:break-word">${logo}${escapeHtml(school.name)}</td><td align="right" style="padding:0 0 0 16px;color:${headerTextColor};font-size:14px;white-space:nowrap">${escapeHtml(corner)}</td></tr></table></td></tr>
${rows}
<tr><td class="foot quiet side" style="padding:24px 32px;background:#f4f1ec;color:#4b4842;font-size:14px;line-height:22px">${foot}<p style="margin:0">${escapeHtml(school.name)}</p></td></tr>
</table></td></tr></table></body></html>`;
}

/** A row of a mail. `html` must be escaped. */
export const mailRow = (html: string, padding = '24px 32px') =>
  `<tr><td class="ink side" style="padding:${padding};color:#17171c">${html}</td></tr>`;

/** The title row of a mail, with a line below it. Escapes both. */
export const mailTitle = (text: string, below = '') =>
  mailRow(
    `<h1 class="ink" style="margin:0;font-size:26px;line-height:32px;color:#17171c">${escapeHtml(text)}</h1>` +
      (below && `<p class="quiet" style="margin:8px 0 0;color:#4b4842">${escapeHtml(below)}</p>`),
    '32px 32px 8px',
  );

/** A link that looks like a button, in the school's colour. */
export const mailButton = ({ brand }: MailSchool, label: string, url: string) =>
  `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${escapeHtml(brand)};color:${textOn(brand)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;

/** Phones have no room for the outer margin. */
const narrowScreenStyles = `@media (max-width: 480px) {
.around { padding: 0 !important } .side { padding-left: 20px !important; padding-right: 20px !important } }`;

/** Colours for dark mode. The school's header and button keep theirs. */
const darkModeStyles = `@media (prefers-color-scheme: dark) {
body { background: #0e0e11 !important } .paper { background: #17171b !important }
.ink { color: #f6f5f3 !important } .quiet { color: #bfbec7 !important }
.face { background: #27272f !important; color: #f6f5f3 !important; border-color: #45454f !important }
.line { border-color: #33333b !important } .foot { background: #1f1f26 !important }}`;

interface MailPage {
  school: MailSchool;
  language: Language;
  greeting: string;
  text: string;
  button: string;
  /** The button's URL, at this school. */
  url: string;
  after?: string;
}

/** The link's page speaks the language of the mail, in a browser that has chosen none. */
const inLanguage = (url: string, language: Language) =>
  language === 'pt' ? url : `${url}${url.includes('?') ? '&' : '?'}language=${language}`;

const copyText = 'Se o botão não abrir, copie este endereço:';

/** Returns a mail as HTML and plain text: greeting, sentence, button, and the button's URL in full. */
export function mailPage({
  school,
  language,
  greeting,
  text,
  button,
  after = '',
  ...mail
}: MailPage) {
  const url = inLanguage(mail.url, language);
  const plain = [
    greeting,
    '',
    text,
    '',
    `${button}: ${url}`,
    ...(after ? ['', after] : []),
    '',
    school.name,
  ].join('\n');
  const paragraph = (content: string) => `<p style="margin:0 0 24px">${escapeHtml(content)}</p>`;
  const rows =
    mailTitle(greeting) +
    mailRow(
      paragraph(text) +
        `<p style="margin:0 0 24px">${mailButton(school, button, url)}</p>` +
        (after ? paragraph(after) : '') +
        `<p class="quiet" style="margin:0;color:#6b675f;font-size:14px;line-height:22px">${escapeHtml(translate(language, copyText))}<br><span style="word-break:break-all">${escapeHtml(url)}</span></p>`,
      '16px 32px 24px',
    );
  const html = mailFrame({ school, base: new URL(url).origin, language, preview: text, rows });
  return { html, plain };
}
