import { clock } from '@vitrine/contract/durations';
import type { Language } from '@vitrine/contract/languages';
import { firstName } from '@vitrine/contract/names';
import { emphasized } from '@vitrine/contract/notification-sentences';
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
import type { LessonToContinue } from './lesson-to-continue.ts';

/** Portuguese texts of the mails. Each is its own key of the translations. */
export const wording = {
  digestSubject: '{{count}} novidades: {{best}}',
  title: 'Novidade para você, {{name}}',
  digestTitle: '{{count}} novidades para você, {{name}}',
  unread: 'O que você já leu ficou de fora.',
  see: 'Ver',
  at: '{{day}} às {{time}}',
  begun: 'Você começou esta aula',
  stopped: 'Você parou em {{time}}',
  left: 'resta {{count}} min|restam {{count}} min',
  continue: 'Continuar a aula',
  all: 'Ver todas as notificações',
  why: 'Você recebe este e-mail porque pediu estes avisos em {{school}}. Entre 22h e 8h a gente não escreve.',
  digestWhy:
    'Você recebe este resumo porque mais de três avisos esperavam por você em {{school}}. Entre 22h e 8h a gente não escreve.',
  choose: 'Escolher meus avisos',
  stopLike: 'Parar e-mails de curtidas',
  stopPost: 'Parar e-mails de publicações',
  stopComment: 'Parar e-mails de comentários',
  stopReply: 'Parar e-mails de respostas',
  stopAll: 'Parar e-mails de avisos',
} as const;

/** The text of the link that stops a kind of mails. */
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
  /** Total number, which exceeds `items` where a digest does not list all. */
  total: number;
  items: {
    sentence: string;
    /** The sentence as HTML, with names and titles in bold. */
    html: string;
    name: string;
    quote: string;
    at: string;
    url: string;
  }[];
  /** Set in digests only. */
  lesson: LessonToContinue | null;
  stop: string;
  kind: PreferenceKind | 'all';
  /** The day of the mail, in the receiver's time zone. */
  day: string;
}

/** Renders one row per event. Faces are initials, because photos of members need a session. */
export function notificationMail(mail: NotificationMail) {
  const { school, base, language, t, name, total, items, lesson, stop, kind, day } = mail;
  const isDigest = total > 1;
  const title = t(isDigest ? wording.digestTitle : wording.title, {
    count: total,
    name: firstName(name),
  });
  const why = t(isDigest ? wording.digestWhy : wording.why, { school: school.name });
  const all = base + pages.notifications.path;
  const choose = `${all}?avisos`;
  const plain = [
    title,
    ...(isDigest ? [t(wording.unread)] : []),
    ...items.flatMap(({ sentence, quote, at, url }) => [
      '',
      sentence,
      ...(quote ? [`“${quote}”`] : []),
      `${at} · ${url}`,
    ]),
    '',
    `${t(wording.all)}: ${all}`,
    ...(lesson
      ? [
          '',
          `${lesson.title} (${whereStopped(t, lesson)})`,
          `${t(wording.continue)}: ${base}${lesson.url}`,
        ]
      : []),
    '',
    why,
    `${t(stopTexts[kind])}: ${stop}`,
    `${t(wording.choose)}: ${choose}`,
    '',
    school.name,
  ].join('\n');

  const row = ({ html: sentence, name: author, quote, at, url }: (typeof items)[number]) => `
<tr><td class="line" style="padding:16px 0;border-bottom:1px solid #dedbd4"><table role="presentation" width="100%" style="border-collapse:collapse;table-layout:fixed"><tr>
<td width="44" valign="top" style="padding:0"><div class="face" style="width:42px;height:42px;border:1px solid #b9b5ad;border-radius:50%;background:#f4f1ec;color:#4b4842;text-align:center;font-size:14px;font-weight:600;line-height:42px">${escapeHtml(initials(author))}</div></td>
<td class="ink" style="padding:0 0 0 16px;font-size:16px;line-height:24px;color:#17171c;overflow-wrap:break-word;word-wrap:break-word">${sentence}
${quote ? `<div class="quiet" style="margin:6px 0;padding-left:12px;border-left:3px solid ${escapeHtml(school.brand)};color:#4b4842">“${escapeHtml(quote)}”</div>` : ''}
<div class="quiet" style="font-size:14px;color:#6b675f">${escapeHtml(at)} &nbsp; <a class="ink" href="${escapeHtml(url)}" style="color:#17171c;font-weight:600">${escapeHtml(t(wording.see))}</a></div></td>
</tr></table></td></tr>`;
  const link = (label: string, url: string) =>
    `<a class="ink" href="${escapeHtml(url)}" style="color:#17171c;font-weight:600">${escapeHtml(label)}</a>`;
  const onward = lesson
    ? mailRow(link(t(wording.all), all), '16px 32px 0') +
      mailRow(
        `<div class="quiet" style="font-size:14px;color:#6b675f">${escapeHtml(whereStopped(t, lesson))}</div>
<div style="margin:4px 0 12px;font-size:18px;font-weight:600;overflow-wrap:break-word;word-wrap:break-word">${escapeHtml(lesson.title)}</div>
${mailButton(school, t(wording.continue), base + lesson.url)}`,
      )
    : mailRow(mailButton(school, t(wording.all), all));
  const footLink = (label: string, url: string) =>
    `<a class="ink" href="${escapeHtml(url)}" style="display:inline-block;color:#17171c;margin-right:16px">${escapeHtml(label)}</a>`;
  const html = mailFrame({
    school,
    base,
    language,
    preview: isDigest
      ? items.map(({ sentence }) => sentence).join(' · ')
      : items[0]!.quote || items[0]!.sentence,
    rows:
      mailTitle(title, isDigest ? t(wording.unread) : '') +
      mailRow(
        `<table role="presentation" width="100%" style="border-collapse:collapse;table-layout:fixed">${items.map(row).join('')}</table>`,
        '0 32px',
      ) +
      onward,
    corner: day,
    foot: `<p style="margin:0 0 12px">${escapeHtml(why)}</p><p style="margin:0 0 12px">${footLink(t(stopTexts[kind]), stop)} ${footLink(t(wording.choose), choose)}</p>`,
  });
  return { html, plain };
}

/** 'Você parou em 12:47, restam 7 min'. */
function whereStopped(t: NotificationMail['t'], { position, duration }: LessonToContinue) {
  if (!position) return t(wording.begun);
  const stopped = t(wording.stopped, { time: clock(position) });
  if (!duration) return stopped;
  const count = Math.max(1, Math.round((duration - position) / 60));
  return `${stopped}, ${t(wording.left, { count })}`;
}

/** A translated sentence with its places still open, filled as HTML. */
export const sentenceHtml = (template: string, values: Record<string, string | number>) =>
  template
    .split(/\{\{(\w+)\}\}/)
    .map((piece, index) => {
      if (index % 2 === 0) return escapeHtml(piece);
      const value = escapeHtml(String(values[piece] ?? ''));
      return emphasized.includes(piece) ? `<b style="font-weight:600">${value}</b>` : value;
    })
    .join('');

function initials(name: string) {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? [...words.at(-1)!][0]! : '';
  return (first + last).toUpperCase();
}
