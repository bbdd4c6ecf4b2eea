import './features/login-page/visitor.css';

/** Wires the visitor's forms: sends them as JSON, says what came back, goes where it leads. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });

document.querySelector('[data-show-password]')?.addEventListener('click', (event) => {
  const button = event.currentTarget as HTMLElement;
  const input = document.querySelector<HTMLInputElement>('#password')!;
  const shown = input.type === 'text';
  input.type = shown ? 'password' : 'text';
  button.setAttribute('aria-pressed', String(!shown));
});

const mailButton = document.querySelector<HTMLButtonElement>('[data-mail-link]');
mailButton?.addEventListener('click', () => void askForLink(mailButton));

interface Answer {
  ok: boolean;
  status: number;
  body: { message?: string; code?: string };
}

async function send(url: string, body: object): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return {
      ok: response.ok,
      status: response.status,
      body: text ? (JSON.parse(text) as Answer['body']) : {},
    };
  } catch {
    return null;
  }
}

async function submit(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  say(form, '');
  const answer = await send(form.dataset['call']!, Object.fromEntries(new FormData(form)));
  button.ariaBusy = 'false';
  if (!answer) return say(form, form.dataset['offline']!);
  if (answer.body.code === 'code_needed') showCode(form);
  if (!answer.ok || answer.status === 202) return say(form, answer.body.message ?? '', answer.ok);
  enter();
}

/** Another browser than the one that asked types the code of the mail. */
function showCode(form: HTMLFormElement) {
  const field = form.querySelector<HTMLElement>('[data-code]');
  const input = field?.querySelector('input');
  if (!field || !input) return;
  field.hidden = false;
  input.disabled = false;
  input.focus();
}

async function askForLink(button: HTMLButtonElement) {
  const form = document.querySelector<HTMLFormElement>('form[data-call]')!;
  const email = form.querySelector<HTMLInputElement>('[name=email]')!;
  if (!email.reportValidity()) return;
  button.disabled = true;
  const answer = await send(button.dataset['mailLink']!, { email: email.value });
  say(form, answer ? (answer.body.message ?? '') : form.dataset['offline']!, answer?.ok);
  countDown(button, 30);
}

/** Another link may be asked for after half a minute (behaviour 42). */
function countDown(button: HTMLButtonElement, seconds: number) {
  const label = (button.dataset['label'] ??= button.textContent);
  button.disabled = seconds > 0;
  button.textContent =
    seconds > 0 ? button.dataset['again']!.replace('{{seconds}}', String(seconds)) : label;
  if (seconds > 0) setTimeout(() => countDown(button, seconds - 1), 1000);
}

function say(form: HTMLFormElement, text: string, good = false) {
  const said = form.querySelector<HTMLElement>('[role=alert]')!;
  said.hidden = !text;
  said.dataset['good'] = String(good);
  said.textContent = text;
}

/** Back to the page that was asked for; the sign-in pages lead to where the school sends people. */
function enter() {
  const start = document.documentElement.dataset['after'] ?? '/homepage';
  if (location.pathname === '/' || location.pathname.startsWith('/entrar')) location.assign(start);
  else location.reload();
}
