import './features/login-page/visitor.css';
import './features/footer/legal.css';

// The visitors' forms work without this script. With it they send JSON, show the answer in place, and
// navigate. It listens on the document, so that it works for replaced content.

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.dataset['call']) return;
  event.preventDefault();
  const other = event.submitter as HTMLButtonElement | null;
  const sent = other?.dataset['again'] ? requestLink(form, other) : submit(form);
  running = Promise.all([running, sent]);
});

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('[data-show-password]');
  if (!button) return;
  const input = document.querySelector<HTMLInputElement>('#password')!;
  const shown = input.type === 'text';
  input.type = shown ? 'password' : 'text';
  button.setAttribute('aria-pressed', String(!shown));
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && 'language' in target.dataset)
    void changeLanguage(target);
});

const DAY_SECONDS = 86_400;

/** The calls of the form that have no answer yet. */
let running: Promise<unknown> = Promise.resolve();

enableControls();

/** Enables the controls that need a script. */
function enableControls() {
  document.querySelector('[data-show-password]')?.removeAttribute('hidden');
  // A printed link carries values for the form.
  const params = new URLSearchParams(location.search);
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-carried]'))
    input.value ||= params.get(input.name) ?? '';
  // Who signs in because a mailed link is gone still gets to the page that it leads to.
  const next = params.get('next');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href="/entrar"]'))
    if (next) link.search = String(new URLSearchParams({ next }));
  // The answer to a form without script has the call's URL. Restores the form's URL.
  const { pageUrl } = document.querySelector<HTMLElement>('.visitor')?.dataset ?? {};
  if (pageUrl && location.pathname.startsWith('/api/')) history.replaceState(null, '', pageUrl);
}

interface ApiResponse {
  ok: boolean;
  body: { message?: string; code?: string };
}

/** Sends a form's call. Without an answer of the server, the form has the message. */
async function send(form: HTMLFormElement, url: string, body: object): Promise<ApiResponse> {
  const { offline = '', unavailable = '' } = form.dataset;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { ok } = response;
    const text = await response.text();
    // A proxy answers for a server that does not, in its own words.
    if (!ok && !isJson(response)) return { ok, body: { message: unavailable } };
    return { ok, body: text ? (JSON.parse(text) as ApiResponse['body']) : {} };
  } catch {
    return { ok: false, body: { message: offline } };
  }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false;

async function submit(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('.visitor-submit')!;
  if (button.ariaBusy === 'true' || !isFilled(form)) return;
  const { cookies } = form.dataset;
  if (cookies && !keepsCookies()) return showMessage(form, cookies);
  button.ariaBusy = 'true';
  showMessage(form, '');
  const answer = await send(form, form.dataset['call']!, Object.fromEntries(new FormData(form)));
  button.ariaBusy = 'false';
  if (answer.body.code === 'code_needed') showCode(form);
  if (answer.body.code === 'link_gone' && showRenewal())
    return showMessage(shownForm(), answer.body.message ?? '');
  if (form.dataset['once'] && (answer.ok || answer.body.code === 'link_gone')) {
    button.hidden = true;
    document.querySelector<HTMLElement>('.visitor-links .visitor-action')?.focus();
  }
  if (!answer.ok || answer.body.message)
    return showMessage(form, answer.body.message ?? '', answer.ok);
  storeAddress('', 0);
  enter();
}

/**
 * Whether the browser keeps cookies. Without them the sign-in page would come back without a word.
 * `navigator.cookieEnabled` does not tell where the browser refuses those of this site only.
 */
function keepsCookies() {
  const probe = 'vitrine-probe=1; path=/; samesite=lax; max-age=';
  document.cookie = `${probe}60`;
  const isKept = document.cookie.includes('vitrine-probe');
  document.cookie = `${probe}0`;
  return isKept;
}

/**
 * Shows missing fields in the page's language. The browser's own messages use the browser's
 * language.
 */
function isFilled(
  form: HTMLFormElement,
  inputs: Iterable<HTMLInputElement> = form.querySelectorAll<HTMLInputElement>('[data-missing]'),
) {
  for (const input of inputs) {
    input.removeAttribute('aria-invalid');
    if (input.validity.valid) continue;
    const { missing, wrong } = input.dataset;
    showMessage(form, (input.validity.valueMissing ? missing : wrong) ?? '');
    input.setAttribute('aria-invalid', 'true');
    input.focus();
    return false;
  }
  return true;
}

/** A browser that did not ask for the link needs the code from the mail. */
function showCode(form: HTMLFormElement) {
  const field = form.querySelector<HTMLElement>('[data-code]');
  const input = field?.querySelector('input');
  if (!field || !input) return;
  field.hidden = false;
  input.disabled = false;
  input.focus();
}

/** The form of the page, or the one that has taken its place. */
const shownForm = () => document.querySelector<HTMLFormElement>('form:not([hidden])')!;

/**
 * Puts the form that asks for a new link in the place of the form whose link is gone. False where the
 * page has none.
 */
function showRenewal() {
  const renewal = document.querySelector<HTMLFormElement>('[data-renewal]');
  if (!renewal) return false;
  shownForm().hidden = true;
  renewal.hidden = false;
  const email = renewal.querySelector<HTMLInputElement>('[name=email]')!;
  email.value ||= mailedAddress();
  (email.value ? renewal.querySelector<HTMLElement>('.visitor-submit')! : email).focus();
  return true;
}

/** Stores the address of the last mail that this browser asked for: for a day, or until a sign-in. */
function storeAddress(address: string, seconds: number) {
  const value = encodeURIComponent(address);
  document.cookie = `mailed-to=${value}; path=/entrar; max-age=${seconds}; samesite=lax`;
}

function mailedAddress() {
  const [, address = ''] = /(?:^|; )mailed-to=([^;]*)/.exec(document.cookie) ?? [];
  try {
    return decodeURIComponent(address);
  } catch {
    return ''; // another program of this host has written it
  }
}

/** Sends the form to a call that mails a link. */
async function requestLink(form: HTMLFormElement, button: HTMLButtonElement) {
  const email = form.querySelector<HTMLInputElement>('[name=email]')!;
  if (button.getAttribute('aria-disabled') === 'true' || !isFilled(form, [email])) return;
  setInactive(button, true);
  const answer = await send(form, button.formAction, {
    email: email.value,
    next: location.pathname + location.search,
  });
  showMessage(form, answer.body.message ?? '', answer.ok);
  if (!answer.ok) return setInactive(button, false);
  storeAddress(email.value, DAY_SECONDS);
  countDown(button, 30);
}

/** Greys the button and leaves it the focus, which `disabled` would take. */
function setInactive(button: HTMLButtonElement, isInactive: boolean) {
  button.setAttribute('aria-disabled', String(isInactive));
}

/** The viewer can ask for another link after half a minute. */
function countDown(button: HTMLButtonElement, seconds: number) {
  if (!button.isConnected) return; // another language has replaced it
  button.dataset['left'] = String(seconds);
  const words = button.querySelector('span')!;
  const label = (button.dataset['label'] ??= words.textContent);
  setInactive(button, seconds > 0);
  words.textContent =
    seconds > 0 ? button.dataset['again']!.replace('{{seconds}}', String(seconds)) : label;
  if (seconds > 0) setTimeout(() => countDown(button, seconds - 1), 1000);
}

function showMessage(form: HTMLFormElement, text: string, good = false) {
  const alertBox = form.querySelector<HTMLElement>('[role=alert]')!;
  alertBox.hidden = !text;
  alertBox.dataset['good'] = String(good);
  alertBox.textContent = text;
}

/**
 * Replaces the page's texts by those of the chosen language. Typed text, the step with the code and
 * what was sent stay. Without an answer the page stays in its language, and says so.
 */
async function changeLanguage(choice: HTMLSelectElement) {
  const language = choice.value;
  const shown = document.documentElement.lang.slice(0, 2);
  setLanguageCookie(language);
  const page = await fetchPage();
  await running; // its answer belongs to the form that it was sent from
  if (choice.value !== language) return; // a later choice
  const next = page?.querySelector('.visitor');
  const form = shownForm();
  if (!page || !next) {
    choice.value = shown;
    setLanguageCookie(shown);
    const { offline, unavailable } = form.dataset;
    return showMessage(form, (page ? unavailable : offline) ?? '');
  }
  const typed = new FormData(form);
  const asksForCode = form.querySelector('[data-code]:not([hidden])') !== null;
  document.querySelector('.visitor')!.replaceWith(next);
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  enableControls();
  if (form.dataset['renewal']) showRenewal();
  const newForm = shownForm();
  if (asksForCode) showCode(newForm);
  keepSent(form, newForm);
  for (const [name, value] of typed) {
    const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (input && typeof value === 'string') input.value = value;
  }
  document.querySelector<HTMLElement>('[data-language]')?.focus();
}

/** A used-up button or link stays away, a link is not sent twice, and their message stays. */
function keepSent(before: HTMLFormElement, after: HTMLFormElement) {
  const submitOf = (form: HTMLFormElement) =>
    form.querySelector<HTMLButtonElement>('.visitor-submit')!;
  const isUsedUp = submitOf(before).hidden;
  submitOf(after).hidden ||= isUsedUp;
  const outcome = before.querySelector<HTMLElement>('[role=alert]')!;
  const isGood = outcome.dataset['good'] === 'true';
  if (isUsedUp || isGood || before.dataset['renewal'])
    showMessage(after, outcome.textContent, isGood);
  const left = Number(before.querySelector<HTMLElement>('[data-left]')?.dataset['left'] ?? 0);
  const again = after.querySelector<HTMLButtonElement>('[data-again]');
  if (again && left > 0) countDown(again, left);
}

function setLanguageCookie(language: string) {
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** The page in the language of the cookie; null without an answer. */
async function fetchPage() {
  try {
    const html = await (await fetch(location.href)).text();
    return new DOMParser().parseFromString(html, 'text/html');
  } catch {
    return null;
  }
}

/** Goes to the requested page. From the sign-in pages, goes to the school's chosen page. */
function enter() {
  const start = carriedPlace() ?? document.documentElement.dataset['after'] ?? '/homepage';
  if (location.pathname === '/' || location.pathname.startsWith('/entrar')) location.assign(start);
  else location.reload();
}

/** The target of a mailed link: a path of this school, by the server's rule (place-before.ts). */
function carriedPlace() {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  if (!next || !URL.canParse(next, location.origin)) return null;
  const { origin, pathname, search } = new URL(next, location.origin);
  const isHere = origin === location.origin && !/^\/(?:$|[/\\]|entrar\b|api\/)/.test(pathname);
  return isHere ? pathname + search : null;
}
