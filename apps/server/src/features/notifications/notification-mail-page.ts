import type { Language } from '@vitrine/contract/languages';
import type { PreferenceKind } from '@vitrine/contract/notifications';
import { pages } from '@vitrine/contract/pages';
import { readable, textOn } from '@vitrine/contract/theme';
import { escapeHtml } from '../../platform/html.ts';

export const wording = {
  digestSubject: '{{count}} novidades: {{first}}',
  title: 'Novidade para você, {{name}}',
  digestTitle: '{{count}} novidades para você, {{name}}',
  see: 'Ver',
  all: 'Ver todas as notificações',
  why: 'Você recebe este e-mail porque pediu estes avisos em {{school}}. Entre 22h e 8h a gente não escreve.',
  stopLike: 'Parar e-mails de curtidas',
  stopPost: 'Parar e-mails de publicações',
  stopComment: 'Parar e-mails de comentários',
  stopReply: 'Parar e-mails de respostas',
  stopAll: 'Parar e-mails de avisos',
} as const;

export const stopTexts: Record<PreferenceKind | 'all', string> = {
  like: wording.stopLike,
  post: wording.stopPost,
  comment: wording.stopComment,
  reply: wording.stopReply,
  all: wording.stopAll,
};

export interface MailSchool {
  name: string;
  /** A path of this school. */
  logo: string | null;
  brand: string;
  ground: string;
}

interface NotificationMail {
  school: MailSchool;
  base: string;
  language: Language;
  t: (text: string, values?: Record<string, string | number>) => string;
  name: string;
  /** More than `said` where a digest does not list all. */
  total: number;
  said: { sentence: string; name: string; quote: string; at: string; url: string }[];
  stop: string;
  kind: PreferenceKind | 'all';
}

/**
 * One column of 600 px, tables only. Without pictures nothing is lost: faces are initials, and the
 * school's name stands beside its logo.
 */
export function notificationMail(mail: NotificationMail) {
  const { school, base, language, t, name, total, said, stop, kind } = mail;
  const title = t(total === 1 ? wording.title : wording.digestTitle, { count: total, name });
  const why = t(wording.why, { school: school.name });
  const all = base + pages.notifications.path;
  const plain = [
    title,
    ...said.flatMap(({ sentence, quote, at, url }) => [
      '',
      sentence,
      ...(quote ? [`“${quote}”`] : []),
      `${at} · ${url}`,
    ]),
    '',
    `${t(wording.all)}: ${all}`,
    '',
    why,
    `${t(stopTexts[kind])}: ${stop}`,
    '',
    school.name,
  ].join('\n');

  const brand = escapeHtml(school.brand);
  const ground = escapeHtml(school.ground);
  const onGround = readable(textOn(school.ground), school.ground);
  const logo = school.logo
    ? `<img src="${escapeHtml(base + school.logo)}" alt="" width="32" height="32" style="border-radius:8px;vertical-align:middle;margin-right:12px">`
    : '';
  const row = ({ sentence, name: who, quote, at, url }: (typeof said)[number]) => `
<tr><td style="padding:16px 0;border-bottom:1px solid #dedbd4"><table role="presentation" width="100%"><tr>
<td width="44" valign="top"><div style="width:42px;height:42px;border:1px solid #b9b5ad;border-radius:50%;background:#f4f1ec;color:#4b4842;text-align:center;font-size:14px;font-weight:600;line-height:42px">${escapeHtml(initials(who))}</div></td>
<td class="ink" style="padding-left:16px;font-size:16px;line-height:24px;color:#17171c">${escapeHtml(sentence)}
${quote ? `<div class="quiet" style="margin:6px 0;padding-left:12px;border-left:3px solid ${brand};color:#4b4842">“${escapeHtml(quote)}”</div>` : ''}
<div class="quiet" style="font-size:14px;color:#6b675f">${escapeHtml(at)} &nbsp; <a class="ink" href="${escapeHtml(url)}" style="color:#17171c;font-weight:600">${escapeHtml(t(wording.see))}</a></div></td>
</tr></table></td></tr>`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><style>${darkReader}</style></head>
<body style="margin:0;background:#d9d6cf;font:16px/24px -apple-system,Segoe UI,Roboto,sans-serif">
<table role="presentation" width="100%"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" style="max-width:600px;border-collapse:collapse;background:#ffffff" class="paper">
<tr><td style="padding:16px 32px;background:${ground};border-bottom:3px solid ${brand};color:${onGround};font-size:18px;font-weight:600">${logo}${escapeHtml(school.name)}</td></tr>
<tr><td style="padding:32px 32px 8px"><h1 class="ink" style="margin:0;font-size:26px;line-height:32px;color:#17171c">${escapeHtml(title)}</h1></td></tr>
<tr><td style="padding:0 32px"><table role="presentation" width="100%" style="border-collapse:collapse">${said.map(row).join('')}</table></td></tr>
<tr><td style="padding:24px 32px"><a href="${escapeHtml(all)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${brand};color:${textOn(school.brand)};font-weight:600;text-decoration:none">${escapeHtml(t(wording.all))}</a></td></tr>
<tr><td class="foot quiet" style="padding:24px 32px;background:#f4f1ec;color:#4b4842;font-size:14px;line-height:22px"><p style="margin:0 0 12px">${escapeHtml(why)}</p><p style="margin:0 0 12px"><a class="ink" href="${escapeHtml(stop)}" style="color:#17171c">${escapeHtml(t(stopTexts[kind]))}</a></p><p style="margin:0">${escapeHtml(school.name)}</p></td></tr>
</table></td></tr></table></body></html>`;
  return { html, plain };
}

/** The school's strip and button stay as they are. */
const darkReader = `@media (prefers-color-scheme: dark) {
body { background: #0e0e11 !important } .paper { background: #17171b !important }
.ink { color: #f6f5f3 !important } .quiet { color: #bfbec7 !important }
.foot { background: #1f1f26 !important }}`;

function initials(name: string) {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? [...words.at(-1)!][0]! : '';
  return (first + last).toUpperCase();
}
