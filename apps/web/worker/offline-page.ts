const offlineTexts = {
  pt: ['Sem conexão', 'Confira sua internet e tente de novo.', 'Tentar de novo'],
  en: ['No connection', 'Check your internet and try again.', 'Try again'],
  es: ['Sin conexión', 'Revisa tu internet e inténtalo de nuevo.', 'Intentar de nuevo'],
} as const;

/** Shown if nothing of the school is cached: a sentence and a retry button. `tag` is like 'pt-BR'. */
export function offlinePage(tag: string) {
  const primary = tag.slice(0, 2);
  const language = primary === 'en' || primary === 'es' ? primary : 'pt';
  const [title, text, retry] = offlineTexts[language];
  return new Response(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;text-align:center;background:#0b0b0f;color:#f6f5f3;font:16px/1.5 system-ui}h1{font-size:22px;margin:0}p{margin:0;color:#bfbec7}a{color:#0b0b0f;background:#f6f5f3;border-radius:12px;padding:10px 20px;text-decoration:none;font-weight:600}</style><h1>${title}</h1><p>${text}</p><a href="">${retry}</a></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}
