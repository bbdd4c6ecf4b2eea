import type { Language } from '@vitrine/contract/languages';
import type { PreferenceKind } from '@vitrine/contract/notifications';
import { pages } from '@vitrine/contract/pages';
import { escapeHtml } from '../../platform/html.ts';
import {
  mailButton,
  mailFrame,
  mailRow,
  mailTitle,
  type MailSchool,
} from '../../platform/mail-page.ts';

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

/** What happened, a row each. Faces are initials: photos of members need a session. */
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

  const row = ({ sentence, name: who, quote, at, url }: (typeof said)[number]) => `
<tr><td class="line" style="padding:16px 0;border-bottom:1px solid #dedbd4"><table role="presentation" width="100%" style="table-layout:fixed"><tr>
<td width="44" valign="top"><div style="width:42px;height:42px;border:1px solid #b9b5ad;border-radius:50%;background:#f4f1ec;color:#4b4842;text-align:center;font-size:14px;font-weight:600;line-height:42px">${escapeHtml(initials(who))}</div></td>
<td class="ink" style="padding-left:16px;font-size:16px;line-height:24px;color:#17171c;overflow-wrap:break-word;word-wrap:break-word">${escapeHtml(sentence)}
${quote ? `<div class="quiet" style="margin:6px 0;padding-left:12px;border-left:3px solid ${escapeHtml(school.brand)};color:#4b4842">“${escapeHtml(quote)}”</div>` : ''}
<div class="quiet" style="font-size:14px;color:#6b675f">${escapeHtml(at)} &nbsp; <a class="ink" href="${escapeHtml(url)}" style="color:#17171c;font-weight:600">${escapeHtml(t(wording.see))}</a></div></td>
</tr></table></td></tr>`;
  const html = mailFrame({
    school,
    base,
    language,
    rows:
      mailTitle(title) +
      mailRow(
        `<table role="presentation" width="100%" style="border-collapse:collapse;table-layout:fixed">${said.map(row).join('')}</table>`,
        '0 32px',
      ) +
      mailRow(mailButton(school, t(wording.all), all)),
    foot: `<p style="margin:0 0 12px">${escapeHtml(why)}</p><p style="margin:0 0 12px"><a class="ink" href="${escapeHtml(stop)}" style="color:#17171c">${escapeHtml(t(stopTexts[kind]))}</a></p>`,
  });
  return { html, plain };
}

function initials(name: string) {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? [...words.at(-1)!][0]! : '';
  return (first + last).toUpperCase();
}
