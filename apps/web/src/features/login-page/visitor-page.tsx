import type { Site } from '@vitrine/contract/site';
import type { ReactNode } from 'react';

export type VisitorView = 'sign-in' | 'link' | 'password' | 'forgot';

export interface VisitorPageProps {
  site: Site;
  view: VisitorView;
  /** The token of the link in the mail that led here. */
  token: string;
  say: (text: string) => string;
}

/**
 * What a visitor sees: sign in, use a mailed link, choose a password. Rendered by the server once
 * per school and change; `visitor.ts` then wires the forms. It holds no state of its own.
 */
export function VisitorPage(props: VisitorPageProps) {
  const { site } = props;
  const { login_theme, login_theme_placement, login_banner, login_banner_vertical } =
    site.login_page;
  return (
    <div
      className="visitor"
      data-theme={login_theme}
      data-placement={login_theme_placement}
      style={
        { '--login-overlay': site.login_page.overlay_banner_login / 100 } as React.CSSProperties
      }
    >
      <div className="visitor-picture" aria-hidden="true">
        {login_banner ? (
          <picture>
            {login_banner_vertical && (
              <source media="(max-width: 767px)" srcSet={login_banner_vertical} />
            )}
            <img src={login_banner} alt="" fetchPriority="high" />
          </picture>
        ) : (
          <div className="visitor-ground" />
        )}
      </div>
      <main className="visitor-card">
        <p className="visitor-brand">
          {site.settings.logo_square ? (
            <img src={site.settings.logo_square} alt="" width={36} height={36} />
          ) : (
            <span className="brand-mark" aria-hidden="true" />
          )}
          {site.tenant.name}
        </p>
        <Views {...props} />
      </main>
    </div>
  );
}

function Views(props: VisitorPageProps) {
  if (props.view === 'link') return <UseLink {...props} />;
  if (props.view === 'password') return <NewPassword {...props} />;
  if (props.view === 'forgot') return <Forgot {...props} />;
  return <SignIn {...props} />;
}

function SignIn({ site, say }: VisitorPageProps) {
  const { login_page } = site;
  const action = login_page.cta_login && login_page.title_cta_login && login_page.link_cta_login;
  return (
    <>
      <h1>{login_page.login_text}</h1>
      <p className="visitor-lead">{say('Entre e continue de onde parou.')}</p>
      <CallForm call="/api/v1/session" button={say('Entrar')} say={say}>
        <Email say={say} />
        <Password label={say('Senha')} autoComplete="current-password" say={say}>
          <a href="/entrar/esqueci">{say('Esqueci a senha')}</a>
        </Password>
      </CallForm>
      {login_page.magic_link_enabled ? (
        <button
          type="button"
          className="visitor-second"
          data-mail-link="/api/v1/session/magic-link"
          data-again={say('Enviar de novo em {{seconds}} s')}
        >
          {say('Receber link por e-mail')}
        </button>
      ) : null}
      {action && (
        <a className="visitor-action" href={login_page.link_cta_login!}>
          {login_page.title_cta_login}
        </a>
      )}
    </>
  );
}

function UseLink({ token, say }: VisitorPageProps) {
  return (
    <>
      <h1>{say('Entrar com o link')}</h1>
      <p className="visitor-lead">{say('Um toque e você está dentro.')}</p>
      <CallForm call="/api/v1/session/magic-link/consume" button={say('Entrar')} say={say}>
        <input type="hidden" name="token" value={token} />
        <label className="visitor-field" data-code hidden>
          <span>{say('Código de 6 dígitos do e-mail')}</span>
          <input
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            disabled
          />
        </label>
      </CallForm>
      <a className="visitor-action" href="/entrar">
        {say('Pedir um novo link')}
      </a>
    </>
  );
}

function NewPassword({ token, say }: VisitorPageProps) {
  return (
    <>
      <h1>{say('Crie sua senha')}</h1>
      <p className="visitor-lead">{say('De 8 a 200 caracteres.')}</p>
      <CallForm call="/api/v1/password/reset" button={say('Salvar e entrar')} say={say}>
        <input type="hidden" name="token" value={token} />
        <Password label={say('Nova senha')} autoComplete="new-password" say={say} minLength={8} />
      </CallForm>
      <a className="visitor-action" href="/entrar/esqueci">
        {say('Pedir um novo link')}
      </a>
    </>
  );
}

function Forgot({ say }: VisitorPageProps) {
  return (
    <>
      <h1>{say('Nova senha')}</h1>
      <p className="visitor-lead">{say('Enviamos um link para o seu e-mail.')}</p>
      <CallForm call="/api/v1/password/forgot" button={say('Enviar link')} say={say}>
        <Email say={say} />
      </CallForm>
      <a className="visitor-action" href="/entrar">
        {say('Voltar para o login')}
      </a>
    </>
  );
}

interface CallFormProps {
  call: string;
  button: string;
  say: (text: string) => string;
  children: ReactNode;
}

/** A form that makes one call of the contract; the script sends it as JSON and says what came back. */
function CallForm({ call, button, say, children }: CallFormProps) {
  return (
    <form
      method="post"
      action={call}
      encType="multipart/form-data"
      data-call={call}
      data-offline={say('Sem conexão. Confira sua internet e tente de novo.')}
    >
      {children}
      <p className="visitor-said" role="alert" hidden />
      <button type="submit" className="visitor-first">
        {button}
      </button>
    </form>
  );
}

function Email({ say }: { say: (text: string) => string }) {
  return (
    <label className="visitor-field">
      <span>{say('E-mail')}</span>
      <input
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={say('voce@exemplo.com')}
        required
      />
    </label>
  );
}

interface PasswordProps {
  label: string;
  autoComplete: string;
  minLength?: number;
  say: (text: string) => string;
  children?: ReactNode;
}

function Password({ label, autoComplete, minLength, say, children }: PasswordProps) {
  return (
    <div className="visitor-field">
      <span>
        <label htmlFor="password">{label}</label>
        {children}
      </span>
      <span className="visitor-password">
        <input
          id="password"
          name="password"
          type="password"
          autoComplete={autoComplete}
          minLength={minLength}
          maxLength={200}
          required
        />
        <button
          type="button"
          data-show-password
          aria-pressed="false"
          aria-label={say('Mostrar senha')}
          aria-controls="password"
        >
          <svg
            width="20"
            height="20"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            aria-hidden="true"
          >
            <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
          </svg>
        </button>
      </span>
    </div>
  );
}
