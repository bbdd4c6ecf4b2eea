import { defaultText } from '@vitrine/contract/login-page';
import type { VisitorPageName } from '@vitrine/contract/pages';
import { limits } from '@vitrine/contract/sessions';
import type { Site } from '@vitrine/contract/site';
import { ArrowRight, Mail } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import {
  askAgain,
  CallForm,
  EmailField,
  PasswordField,
  type FormOutcome,
} from './visitor-form-fields.tsx';

/** A form that works without JavaScript. `outcome` is the answer to the last try. */
export interface VisitorFormProps {
  site: Site;
  view: VisitorPageName;
  /** The token of the link in the mail that led here. */
  token: string;
  outcome?: FormOutcome;
}

/** The form of one of the visitor's pages. */
export function VisitorForm(props: VisitorFormProps) {
  if (props.view === 'magicLink') return <SignInLink {...props} />;
  if (props.view === 'ownerLink') return <OwnerLink {...props} />;
  if (props.view === 'confirmEmail') return <ConfirmEmail {...props} />;
  if (props.view === 'cancelErasure') return <CancelErasure {...props} />;
  if (props.view === 'password') return <NewPassword {...props} />;
  if (props.view === 'forgotPassword') return <ForgotPassword {...props} />;
  return <SignIn {...props} />;
}

function SignIn({ site: { login_page }, outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  // Blank only in the preview: a saved title never is.
  const login_text = login_page.login_text.trim() || defaultText;
  return (
    <>
      <h1>{login_text === defaultText ? t('Faça login') : login_text}</h1>
      <p className="visitor-lead visitor-greeting">{t('Entre e continue de onde parou.')}</p>
      <CallForm
        call="/api/v1/session"
        button={t('Entrar')}
        second={login_page.magic_link_enabled ? <MailLink /> : null}
        outcome={outcome}
      >
        <EmailField typed={outcome?.email} />
        <PasswordField
          label={t('Senha')}
          placeholder={t('Sua senha')}
          autoComplete="current-password"
        >
          <a href="/entrar/esqueci">{t('Esqueci a senha')}</a>
        </PasswordField>
      </CallForm>
      {login_page.cta_login ? <SchoolButton {...login_page} /> : null}
    </>
  );
}

/** Submits the same form to another address, so that the typed e-mail is used. */
function MailLink() {
  const { t } = useTranslation();
  return (
    <button
      type="submit"
      className="visitor-alternative"
      {...askAgain(t, '/api/v1/session/magic-link')}
    >
      <Mail size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>{t('Receber link por e-mail')}</span>
    </button>
  );
}

/** The school's button. Only the preview shows it incomplete, and then disabled. */
function SchoolButton({
  title_cta_login,
  link_cta_login,
}: Pick<Site['login_page'], 'title_cta_login' | 'link_cta_login'>) {
  const { t } = useTranslation();
  const ready = title_cta_login && link_cta_login;
  return (
    <p className="visitor-links">
      <a
        className="visitor-action"
        href={ready ? link_cta_login : undefined}
        aria-disabled={ready ? undefined : true}
      >
        {title_cta_login || t('Botão sem título')}
        <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </p>
  );
}

function SignInLink({ site, token, outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  const needsCode = outcome?.needsCode ?? false;
  // A school that has switched the links off mails none.
  const isRenewable = Boolean(site.login_page.magic_link_enabled);
  return (
    <>
      <h1>{t('Entrar com o link')}</h1>
      <CallForm
        call="/api/v1/session/magic-link/consume"
        button={t('Entrar')}
        hidden={isRenewable && outcome?.gone}
        outcome={outcome}
      >
        <p className="visitor-lead">{t('Um toque e você está dentro.')}</p>
        <input type="hidden" name="token" value={token} />
        <label className="visitor-field" data-code hidden={!needsCode}>
          <span>{t('Código de 6 dígitos do e-mail')}</span>
          <input
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            disabled={!needsCode}
          />
        </label>
      </CallForm>
      {isRenewable && <NewLink call="/api/v1/session/magic-link" outcome={outcome} />}
      <ToSignIn />
    </>
  );
}

/** Takes the place of the form of a link that is gone. One press mails a new link. */
function NewLink({ call, outcome }: { call: string; outcome: FormOutcome | undefined }) {
  const { t } = useTranslation();
  const isShown = outcome?.gone ?? false;
  return (
    <CallForm
      call={call}
      button={t('Enviar novo link')}
      mailsLink
      renewal
      hidden={!isShown}
      outcome={isShown ? outcome : undefined}
    >
      <EmailField typed={outcome?.email} />
    </CallForm>
  );
}

function ToSignIn() {
  const { t } = useTranslation();
  return (
    <p className="visitor-links">
      <a className="visitor-action" href="/entrar">
        {t('Ir para a entrada')}
      </a>
    </p>
  );
}

/** The form of the printed link: the owner sets e-mail and password. */
function OwnerLink({ token, outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('Seu e-mail e sua senha')}</h1>
      <p className="visitor-lead">{t('Com eles você entra na sua escola a partir de agora.')}</p>
      <CallForm call="/api/v1/session/owner" button={t('Salvar e entrar')} outcome={outcome}>
        <input type="hidden" name="token" value={token} />
        <label className="visitor-field">
          <span>{t('Seu nome')}</span>
          <input
            name="name"
            autoComplete="name"
            maxLength={limits.name}
            defaultValue={outcome?.name}
            required
            data-missing={t('Digite seu nome.')}
            data-carried
          />
        </label>
        <EmailField typed={outcome?.email} carried />
        <PasswordField
          label={t('Senha')}
          placeholder={t('De 8 a 200 caracteres.')}
          autoComplete="new-password"
          minLength={8}
        />
      </CallForm>
      <ToSignIn />
    </>
  );
}

/** A mail scanner opens links by itself, so a person presses the button. */
function ConfirmEmail({ token, outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('Confirme o novo e-mail')}</h1>
      <p className="visitor-lead">
        {t('O e-mail da conta muda quando o endereço de hoje e o novo confirmarem.')}
      </p>
      <CallForm call="/api/v1/email/confirm" button={t('Confirmar')} once outcome={outcome}>
        <input type="hidden" name="token" value={token} />
      </CallForm>
      <p className="visitor-links">
        <a className="visitor-action" href="/homepage">
          {t('Ir para a escola')}
        </a>
      </p>
    </>
  );
}

function CancelErasure({ token, outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('Cancelar a exclusão')}</h1>
      <p className="visitor-lead">
        {t('Sua conta volta com tudo o que tinha. Depois, entre de novo.')}
      </p>
      <CallForm
        call="/api/v1/erasures/cancel"
        button={t('Cancelar a exclusão')}
        once
        outcome={outcome}
      >
        <input type="hidden" name="token" value={token} />
      </CallForm>
      <ToSignIn />
    </>
  );
}

function NewPassword({ token, outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('Crie sua senha')}</h1>
      <CallForm
        call="/api/v1/password/reset"
        button={t('Salvar e entrar')}
        hidden={outcome?.gone}
        outcome={outcome}
      >
        <p className="visitor-lead">{t('De 8 a 200 caracteres.')}</p>
        <input type="hidden" name="token" value={token} />
        <PasswordField label={t('Nova senha')} autoComplete="new-password" minLength={8} />
      </CallForm>
      <NewLink call="/api/v1/password/forgot" outcome={outcome} />
      <ToSignIn />
    </>
  );
}

function ForgotPassword({ outcome }: VisitorFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('Nova senha')}</h1>
      <p className="visitor-lead">{t('Enviamos um link para o seu e-mail.')}</p>
      <CallForm
        call="/api/v1/password/forgot"
        button={t('Enviar link')}
        mailsLink
        outcome={outcome}
      >
        <EmailField typed={outcome?.email} />
      </CallForm>
      <p className="visitor-links">
        <a className="visitor-action" href="/entrar">
          {t('Voltar para o login')}
        </a>
      </p>
    </>
  );
}
